import { type ReactNode, useMemo, useState } from 'react';
import {
  type Answer,
  drawQuestions,
  isCorrect,
  type Question,
  showQuestion,
} from '@sergak/contract/learning/learning.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { PartPicture } from '../part-picture.tsx';
import { QuestionInput } from '../question-input.tsx';
import css from './questions.module.css';

/** A question as a learner sees it, with the verdict on the answer that is tried out here. */
export const QuestionPreview = ({ question }: { question: Question }): ReactNode => {
  const t = useT('library__questions');
  const [answer, setAnswer] = useState<Answer>();
  const shown = useMemo(() => {
    const [drawn] = drawQuestions([question], { shuffle: true, draw_count: null }, Math.random);
    return showQuestion(question, drawn!);
  }, [question]);
  const right = answer !== undefined && isCorrect(question, answer);
  return (
    <div className={css['preview']}>
      <h3>{shown.text}</h3>
      <PartPicture of={shown} large />
      <QuestionInput question={shown} answer={answer} onAnswer={setAnswer} disabled={false} />
      <p role="status" className={css['verdict']} data-right={answer === undefined ? undefined : right}>
        {answer === undefined ? t('preview.try') : t(right ? 'preview.right' : 'preview.wrong')}
      </p>
    </div>
  );
};
