import type { ReactNode } from 'react';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { LearnerQuestion } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';
import { formatDateTime } from '../../shared/format.ts';
import css from './answered-questions.module.css';
import { AnswerWords } from './answer-words.tsx';
import { PartPicture } from '../library/public.ts';

export type Answered = LearnerQuestion & {
  readonly answer: Answer | null;
  readonly answered_at?: string | null;
  /** null: not revealed yet. */
  readonly correct: boolean | null;
  readonly right: Answer | null;
  readonly explanation: string;
  /** Explanations of the chosen options. */
  readonly notes: readonly { readonly id: string; readonly text: string }[];
};
type Words = Readonly<Record<'right' | 'wrong' | 'given' | 'none' | 'should' | 'why', string> & { hidden?: string }>;

const Mark = ({ correct, words }: { correct: boolean | null; words: Words }): ReactNode => (
  <span className={css['mark']} data-right={correct ?? 'hidden'}>
    {correct === true && <IconCheck size={14} stroke={3} aria-hidden />}
    {correct === false && <IconX size={14} stroke={3} aria-hidden />}
    {correct === null ? words.hidden : correct ? words.right : words.wrong}
  </span>
);

const Question = ({ question, n, words }: { question: Answered; n: number; words: Words }): ReactNode => (
  <li className={css['question']}>
    <header>
      <Mark correct={question.correct} words={words} />
      {typeof question.answered_at === 'string' && (
        <time className="quiet" dateTime={question.answered_at}>
          {formatDateTime(question.answered_at)}
        </time>
      )}
    </header>
    <h3>
      {n}. {question.text}
    </h3>
    <PartPicture of={question} large />
    <dl>
      <div>
        <dt>{words.given}</dt>
        <dd>{question.answer === null ? words.none : <AnswerWords question={question} answer={question.answer} />}</dd>
      </div>
      {question.correct === false && question.right !== null && (
        <div>
          <dt>{words.should}</dt>
          <dd>
            <AnswerWords question={question} answer={question.right} />
          </dd>
        </div>
      )}
    </dl>
    {question.notes.length > 0 && (
      <ul className={css['notes']}>
        {question.notes.map((note) => (
          <li key={note.id}>
            {question.notes.length > 1 && (
              <strong>{question.parts.find((part) => part.id === note.id)?.text ?? ''}: </strong>
            )}
            {note.text}
          </li>
        ))}
      </ul>
    )}
    {question.explanation !== '' && (
      <p className={css['why']}>
        <strong>{words.why}</strong>
        {question.explanation}
      </p>
    )}
  </li>
);

type Props = { questions: readonly Answered[]; label: string; words: Words };
/** The questions of an attempt: the given answer, whether it is right, and why. */
export const AnsweredQuestions = ({ questions, label, words }: Props): ReactNode => (
  <ol className={css['questions']} aria-label={label}>
    {questions.map((question, i) => (
      <Question key={question.id} question={question} n={i + 1} words={words} />
    ))}
  </ol>
);
