import type { z } from 'zod';
import type { CourseKind, question, quizSettings, ScorePolicy, slide } from '../library/library.schema.ts';
import type { SlideDoc } from '../library/slide-doc.schema.ts';
import type { answerInput, shownQuestion, stepState } from './learner.schema.ts';

export type Question = z.output<typeof question>;
export type Answer = z.output<typeof answerInput>;
export type ShownQuestion = z.output<typeof shownQuestion>;
export type StepState = z.output<typeof stepState>;

/** A course as it was published: the content for learners and for checking their answers. */
export type CourseContent = {
  /** `scorm`: the course is one package, and its only step plays it. */
  readonly kind: CourseKind;
  readonly title: string;
  readonly description: string;
  readonly minutes: number;
  readonly image_path: string | null;
  /** One page to print. */
  readonly summary?: SlideDoc;
  readonly sections: readonly ContentSection[];
  readonly modules: readonly ContentModule[];
};
export type ContentSection = { readonly id: string; readonly title: string; readonly themes: readonly ContentTheme[] };
export type ContentTheme = { readonly id: string; readonly title: string; readonly steps: readonly ContentStep[] };
export type TheoryStep = { readonly kind: 'theory'; readonly id: string; readonly module_id: string };
export type QuizStep = {
  readonly kind: 'quiz';
  readonly id: string;
  readonly module_id: string;
} & z.output<typeof quizSettings>;
export type ScormStep = {
  readonly kind: 'scorm';
  readonly id: string;
  readonly package_id: string;
  readonly title: string;
  readonly score_policy: ScorePolicy;
};
/** A step of a published course. Its id is minted when the course is published, once per use of its theme. */
export type ContentStep = TheoryStep | QuizStep | ScormStep;
export type ContentModule = {
  readonly id: string;
  readonly title: string;
  readonly slides: readonly z.output<typeof slide>[];
  readonly questions: readonly Question[];
};

/** A drawn question with the display order of its parts. */
export type DrawnQuestion = {
  readonly id: string;
  readonly parts: readonly string[];
  readonly matches: readonly string[];
};

/** All steps of a course in order. */
export const stepsOf = (course: CourseContent): ContentStep[] =>
  course.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));

/** Normalises a free answer: case, ё, kinds of apostrophes, spaces and a full stop at the end do not matter. */
export const plainAnswer = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[ʻʼ‘’`´]/g, "'")
    .replace(/[«»“”„"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s.!?,;])[\s.!?,;]+$/, '')
    .trim();

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set(a).size === a.length && a.every((one) => b.includes(one));

/** Whether an answer has the shape of its question and names only parts of it, each once. */
export const answerFits = (q: Question, answer: Answer): boolean => {
  const b = q.body;
  if (q.type === 'single' && 'options' in b && 'option' in answer)
    return b.options.some((one) => one.id === answer.option);
  if (q.type === 'multiple' && 'options' in b && 'options' in answer)
    return (
      new Set(answer.options).size === answer.options.length &&
      answer.options.every((id) => b.options.some((one) => one.id === id))
    );
  if (q.type === 'ordering' && 'items' in b && 'order' in answer)
    return sameSet(
      answer.order,
      b.items.map((one) => one.id),
    );
  if (q.type === 'matching' && 'pairs' in b && 'pairs' in answer) {
    const lefts = answer.pairs.map((one) => one.left);
    return (
      sameSet(
        lefts,
        b.pairs.map((one) => one.left.id),
      ) && answer.pairs.every((one) => b.pairs.some((pair) => pair.right.id === one.right))
    );
  }
  return q.type === 'short' && 'text' in answer && answer.text.trim() !== '';
};

/** Whether an answer is right; there are no partial points. Two right sides with the same text are equal. */
export const isCorrect = (q: Question, answer: Answer): boolean => {
  if (!answerFits(q, answer)) return false;
  const b = q.body;
  if ('options' in b) {
    const right = b.options.filter((one) => one.correct).map((one) => one.id);
    const chosen = 'option' in answer ? [answer.option] : 'options' in answer ? answer.options : [];
    return sameSet(chosen, right);
  }
  if ('items' in b && 'order' in answer) return b.items.every((one, index) => answer.order[index] === one.id);
  if ('pairs' in b && 'pairs' in answer) {
    const textOf = (id: string) => b.pairs.find((pair) => pair.right.id === id)?.right.text;
    return b.pairs.every(
      (pair) => textOf(answer.pairs.find((one) => one.left === pair.left.id)?.right ?? '') === pair.right.text,
    );
  }
  if ('accepted' in b && 'text' in answer)
    return b.accepted.some((one) => plainAnswer(one) === plainAnswer(answer.text));
  return false;
};

/** The right answer, in the shape of a learner's answer. */
export const rightAnswer = (q: Question): Answer => {
  const b = q.body;
  if ('items' in b) return { order: b.items.map((one) => one.id) };
  if ('pairs' in b) return { pairs: b.pairs.map((one) => ({ left: one.left.id, right: one.right.id })) };
  if ('accepted' in b) return { text: b.accepted[0]! };
  const right = b.options.filter((one) => one.correct).map((one) => one.id);
  return q.type === 'single' ? { option: right[0]! } : { options: right };
};

/** Explanations of the options that an answer chose, in the order of the question. */
export const notesOf = (q: Question, answer: Answer): { id: string; text: string }[] => {
  if (!('options' in q.body)) return [];
  const chosen = 'option' in answer ? [answer.option] : 'options' in answer ? answer.options : [];
  return q.body.options.flatMap(({ id, explanation = '' }) =>
    explanation !== '' && chosen.includes(id) ? [{ id, text: explanation }] : [],
  );
};

/** Percent of points, rounded down, so that the score reaches a pass mark exactly when the share does. */
export const scoreOf = (earned: number, total: number): number =>
  total === 0 ? 0 : Math.floor((earned * 100) / total);

/** Points of an attempt: those of the right answers, and those of all its questions. */
export const countPoints = (
  questions: readonly { readonly points: number; readonly correct: boolean }[],
): { points: number; points_total: number } => ({
  points: questions.reduce((sum, one) => sum + (one.correct ? one.points : 0), 0),
  points_total: questions.reduce((sum, one) => sum + one.points, 0),
});
export const passes = (score: number, passMark: number): boolean => score >= passMark;

/** A number in [0, 1). */
export type Random = () => number;

/** The items in a random order (Fisher–Yates). */
export const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
};

/** An order that differs from the given one: items to put in order must never start in the right order. */
const disordered = (ids: readonly string[], random: Random): string[] => {
  const out = shuffled(ids, random);
  return out.every((id, index) => id === ids[index]) && out.length > 1 ? [...out.slice(1), out[0]!] : out;
};

/**
 * The questions of one attempt: a random subset if the quiz draws, in the order of the module unless the quiz shuffles.
 * Options are shuffled only if the quiz shuffles; items to order or to match are always shuffled.
 */
export const drawQuestions = (
  questions: readonly Question[],
  quiz: { readonly shuffle: boolean; readonly draw_count: number | null },
  random: Random,
): DrawnQuestion[] => {
  const count = Math.min(quiz.draw_count ?? questions.length, questions.length);
  const chosen = new Set(shuffled(questions, random).slice(0, count));
  const inOrder = questions.filter((one) => chosen.has(one));
  return (quiz.shuffle ? shuffled(inOrder, random) : inOrder).map((q) => ({
    id: q.id,
    ...partsOf(q, quiz.shuffle, random),
  }));
};

const partsOf = (q: Question, shuffle: boolean, random: Random): { parts: string[]; matches: string[] } => {
  const b = q.body;
  if ('options' in b) {
    const ids = b.options.map((one) => one.id);
    return { parts: shuffle ? shuffled(ids, random) : ids, matches: [] };
  }
  if ('items' in b)
    return {
      parts: disordered(
        b.items.map((one) => one.id),
        random,
      ),
      matches: [],
    };
  if ('pairs' in b)
    return {
      parts: b.pairs.map((one) => one.left.id),
      matches: disordered(
        b.pairs.map((one) => one.right.id),
        random,
      ),
    };
  return { parts: [], matches: [] };
};

/** A question without anything that reveals the right answer, its parts in the drawn order. */
export const showQuestion = (q: Question, drawn: DrawnQuestion): ShownQuestion => {
  const b = q.body;
  const known =
    'options' in b
      ? b.options
      : 'items' in b
        ? b.items
        : 'pairs' in b
          ? b.pairs.flatMap((one) => [one.left, one.right])
          : [];
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const found = known.find((one) => one.id === id);
      return found ? [{ id, text: found.text, image_path: found.image_path, image_alt: found.image_alt }] : [];
    });
  const { id, type, text, image_path, image_alt, points } = q;
  return { id, type, text, image_path, image_alt, points, parts: named(drawn.parts), matches: named(drawn.matches) };
};

/** What decides whether a step can still be passed. */
export type StepLimit =
  | { readonly kind: 'theory' | 'scorm'; readonly id: string }
  | { readonly kind: 'quiz'; readonly id: string; readonly attempts_limit: number | null };

/** Stored state of a learner's work on one step. */
export type StepRecord = { readonly done: boolean; readonly attemptsUsed: number };

/**
 * Steps open one after the other. A quiz whose attempts are used up remains undone but opens the next step, so that nobody
 * is locked out of the rest of a course for good.
 */
export const stepStates = (
  steps: readonly StepLimit[],
  records: ReadonlyMap<string, StepRecord>,
): Map<string, StepState> => {
  const states = new Map<string, StepState>();
  let open = true;
  for (const step of steps) {
    const record = records.get(step.id);
    const usedUp =
      step.kind === 'quiz' && step.attempts_limit !== null && (record?.attemptsUsed ?? 0) >= step.attempts_limit;
    const state: StepState = record?.done ? 'done' : !open ? 'locked' : usedUp ? 'failed' : 'open';
    states.set(step.id, state);
    open = open && (state === 'done' || state === 'failed');
  }
  return states;
};

/** Percent of completed steps, rounded to two decimals. */
export const progressOf = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((completed * 10_000) / total) / 100;

const DAY_MS = 86_400_000;
/** A calendar day plus a number of days; both as YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
