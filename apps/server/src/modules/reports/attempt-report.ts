import { stepsOf, type Answer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import type { Read } from './table-report.ts';
import * as query from './learning.query.ts';
import { findRegistration, readInteractions } from './scorm.query.ts';

/** An answer as text: the chosen options, the order, the pairs, or the typed words. */
const answerText = ({ body }: Question, answer: Answer): string => {
  if ('text' in answer) return answer.text;
  const parts =
    'options' in body
      ? body.options
      : 'items' in body
        ? body.items
        : 'pairs' in body
          ? body.pairs.flatMap((one) => [one.left, one.right])
          : [];
  const textOf = (id: string) => parts.find((one) => one.id === id)?.text ?? '';
  if ('option' in answer) return textOf(answer.option);
  if ('options' in answer) return answer.options.map(textOf).join('; ');
  if ('order' in answer) return answer.order.map((id, i) => `${i + 1}. ${textOf(id)}`).join(' ');
  return answer.pairs.map((pair) => `${textOf(pair.left)} – ${textOf(pair.right)}`).join('; ');
};

/**
 * One attempt at a quiz: its questions in the drawn order with the answers. Verdicts are left out while the attempt is open, and
 * right answers always, because administrators take quizzes as well.
 */
export const readAttempt: Read = async (tx, report, locale) => {
  const attempt = await query.findAttempt(tx, report.subject_id);
  const step = attempt && stepsOf(attempt.content).find((one) => one.id === attempt.step_id);
  if (!attempt || step?.kind !== 'quiz') return null;
  const { words: w, time, percent } = locale;
  const l = w.learning;
  const quiz = attempt.content.modules.find((one) => one.id === step.module_id);
  const answers = new Map((await query.readAnswers(tx, report.subject_id)).map((one) => [one.question_id, one]));
  const over = attempt.completed_at !== null;
  const result = attempt.passed === null ? l.open : attempt.passed ? l.passed : l.failed;
  const verdict = (correct: boolean | undefined) => (over ? (correct ? w.yes : w.no) : '');
  return {
    subtitle: l.attemptSubtitle,
    facts: [
      { label: w.col.name, value: attempt.full_name },
      { label: l.course, value: attempt.course },
      { label: l.test, value: quiz?.title ?? '' },
      { label: l.attempt, value: `№ ${attempt.number}` },
      { label: l.result, value: result },
      {
        figure: 'learner_score',
        label: l.score,
        value: attempt.score === null ? '–' : `${percent(attempt.score)} (≥ ${percent(step.pass_mark)})`,
      },
      { label: l.started_at, value: time(attempt.started_at) },
      ...(attempt.completed_at === null ? [] : [{ label: l.completed_at, value: time(attempt.completed_at) }]),
    ],
    summary: [],
    tables: [
      {
        name: l.answers,
        columns: [
          { title: '№', width: 6, type: 'number', figure: 'order' },
          { title: l.question, width: 40 },
          { title: l.answer, width: 32 },
          { title: l.right, width: 10 },
          { title: l.answered_at, width: 15, type: 'datetime' },
        ],
        rows: attempt.drawn.flatMap((drawn, i) => {
          const question = quiz?.questions.find((one) => one.id === drawn.id);
          if (!question) return [];
          const given = answers.get(drawn.id);
          return [
            [
              i + 1,
              question.text,
              given ? answerText(question, given.answer) : l.no_answer,
              verdict(given?.correct),
              given?.answered_at ?? null,
            ],
          ];
        }),
      },
    ],
  };
};

/** One attempt at a SCORM package, as the package reported it: result, time and answers. */
export const readScormAttempt: Read = async (tx, report, locale) => {
  const one = await findRegistration(tx, report.subject_id);
  if (!one) return null;
  const { words: w, time, percent } = locale;
  const l = w.learning;
  // Learners may have attempts left.
  const { own } = report.params;
  return {
    subtitle: l.scormSubtitle,
    facts: [
      { label: w.col.name, value: one.full_name },
      { label: l.course, value: one.course },
      { label: l.package, value: one.package },
      { label: l.attempt, value: `№ ${one.number}` },
      { label: l.completion, value: l.completions[one.completion] ?? one.completion },
      { label: l.result, value: l.successes[one.success] ?? one.success },
      { figure: 'learner_score', label: l.score, value: one.score === null ? '–' : percent(one.score) },
      { label: l.time, value: l.minutes(Math.ceil(one.total_seconds / 60)) },
      { label: l.started_at, value: time(one.started_at) },
      { label: l.last_at, value: time(one.last_at) },
    ],
    summary: [],
    tables: [
      {
        name: l.answers,
        columns: [
          { title: '№', width: 6, type: 'number', figure: 'order' },
          { title: l.question, width: 34 },
          { title: l.answer, width: 26 },
          ...(own ? [] : [{ title: l.pattern, width: 22 }]),
          { title: l.result, width: 14 },
        ],
        rows: (await readInteractions(tx, report.subject_id)).map((answer, i) => [
          i + 1,
          answer.description || answer.name,
          answer.response,
          ...(own ? [] : [answer.correct_pattern]),
          l.results[answer.result] ?? answer.result,
        ]),
      },
    ],
  };
};
