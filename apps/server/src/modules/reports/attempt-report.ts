import { stepsOf, type Answer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import type { ReportLocale } from './frame.ts';
import type { ReadTableReport } from './table-report.ts';
import * as query from './learning.query.ts';
import { findReportedRegistration, readInteractions } from './scorm.query.ts';

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

const resultText = ({ t }: ReportLocale, passed: boolean | null): string => {
  if (passed === null) return t('employees__employee:attempt.open');
  return t(passed ? 'employees__employee:attempt.is_passed' : 'employees__employee:attempt.is_failed');
};

/**
 * One attempt at a quiz: its questions in the drawn order with the answers. Verdicts are left out while the attempt is open, and
 * right answers always, because administrators take quizzes as well.
 */
export const readAttempt: ReadTableReport = async (tx, report, locale) => {
  const attempt = await query.findReportedAttempt(tx, report.subject_id);
  const step = attempt && stepsOf(attempt.content).find((one) => one.id === attempt.step_id);
  if (!attempt || step?.kind !== 'quiz') return null;
  const { t, time, percent } = locale;
  const quiz = attempt.content.modules.find((one) => one.id === step.module_id);
  const answers = new Map((await query.streamAnswers(tx, report.subject_id)).map((one) => [one.question_id, one]));
  const over = attempt.completed_at !== null;
  const verdict = (correct: boolean | undefined) => (over ? (correct ? t('server:yes') : t('server:no')) : '');
  return {
    subtitle: t('learning.attempt_subtitle'),
    facts: [
      { label: t('learning:people.name'), value: attempt.full_name },
      { label: t('learning:col.title'), value: attempt.course },
      { label: t('learning__learner:step.quiz'), value: quiz?.title ?? '' },
      { label: t('learning.attempt'), value: `№ ${attempt.number}` },
      { label: t('employees__employee:scorm.result.title'), value: resultText(locale, attempt.passed) },
      {
        figure: 'learner_score',
        label: t('employees__employee:attempt.score'),
        value: attempt.score === null ? '–' : `${percent(attempt.score)} (≥ ${percent(step.pass_mark)})`,
      },
      { label: t('learning.started_at'), value: time(attempt.started_at) },
      ...(attempt.completed_at === null
        ? []
        : [{ label: t('learning.completed_at'), value: time(attempt.completed_at) }]),
    ],
    summary: [],
    tables: [
      {
        name: t('learning.answers'),
        columns: [
          { title: '№', width: 6, type: 'number', figure: 'order' },
          { title: t('employees__employee:scorm.question'), width: 40 },
          { title: t('employees__employee:scorm.answer'), width: 32 },
          { title: t('learning__learner:result.right'), width: 10 },
          { title: t('learning.answered_at'), width: 15, type: 'datetime' },
        ],
        rows: attempt.drawn.flatMap((drawn, i) => {
          const question = quiz?.questions.find((one) => one.id === drawn.id);
          if (!question) return [];
          const answered = answers.get(drawn.id);
          return [
            [
              i + 1,
              question.text,
              answered ? answerText(question, answered.answer) : t('learning__learner:quiz.unanswered'),
              verdict(answered?.correct),
              answered?.answered_at ?? null,
            ],
          ];
        }),
      },
    ],
  };
};

/** One attempt at a SCORM package, as the package reported it: result, time and answers. */
export const readScormAttempt: ReadTableReport = async (tx, report, locale) => {
  const one = await findReportedRegistration(tx, report.subject_id);
  if (!one) return null;
  const { t, code, time, percent } = locale;
  // Learners may have attempts left.
  const { own } = report.params;
  return {
    subtitle: t('learning.scorm_subtitle'),
    facts: [
      { label: t('learning:people.name'), value: one.full_name },
      { label: t('learning:col.title'), value: one.course },
      { label: t('learning.package'), value: one.package },
      { label: t('learning.attempt'), value: `№ ${one.number}` },
      { label: t('learning.completion'), value: code('employees__employee:scorm.state', one.completion) },
      {
        label: t('employees__employee:scorm.result.title'),
        value:
          one.success === 'unknown' ? t('learning.not_assessed') : code('employees__employee:scorm.state', one.success),
      },
      {
        figure: 'learner_score',
        label: t('employees__employee:attempt.score'),
        value: one.score === null ? '–' : percent(one.score),
      },
      { label: t('learning.time'), value: t('learning.minutes', { number: Math.ceil(one.total_seconds / 60) }) },
      { label: t('learning.started_at'), value: time(one.started_at) },
      { label: t('learning.last_at'), value: time(one.last_at) },
    ],
    summary: [],
    tables: [
      {
        name: t('learning.answers'),
        columns: [
          { title: '№', width: 6, type: 'number', figure: 'order' },
          { title: t('employees__employee:scorm.question'), width: 34 },
          { title: t('employees__employee:scorm.answer'), width: 26 },
          ...(own ? [] : [{ title: t('learning__learner:result.correct'), width: 22 }]),
          { title: t('employees__employee:scorm.result.title'), width: 14 },
        ],
        rows: (await readInteractions(tx, report.subject_id)).map((answer, i) => [
          i + 1,
          answer.description || answer.name,
          answer.response,
          ...(own ? [] : [answer.correct_pattern]),
          code('reports__server:learning.results', answer.result),
        ]),
      },
    ],
  };
};
