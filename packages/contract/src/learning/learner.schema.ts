import { z } from 'zod';
import { courseKind, placedSlide, questionType, quizSettings, stepKind } from '../library/library.schema.ts';
import { slideDoc } from '../library/slide-doc.schema.ts';
import { ANSWER_TEXT_MAX } from './limits.rules.ts';
import { assignmentStatus } from './learning.schema.ts';

/**
 * `locked`: an earlier step is not done. `failed`: all attempts were used without passing; the next steps are open
 * nevertheless.
 */
export const stepState = z.enum(['locked', 'open', 'done', 'failed']);

/** The step to continue with. */
const nextStep = z.object({
  step_id: z.uuid(),
  kind: stepKind,
  /** null for a SCORM step. */
  module_id: z.uuid().nullable(),
  title: z.string(),
  slide: z.int(),
});

/** A course of the learner, as a card. The id is the id of the assignment. */
export const myCourse = z.object({
  assigned_course_id: z.uuid(),
  kind: courseKind,
  title: z.string(),
  description: z.string(),
  minutes: z.int(),
  image_path: z.string().nullable(),
  status: assignmentStatus,
  start_date: z.string(),
  deadline: z.string(),
  overdue: z.boolean(),
  /** A paused course can be taken, but nothing is due. */
  paused: z.boolean(),
  progress: z.number(),
  completed_steps: z.int(),
  steps_total: z.int(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  /** Whether an administrator recorded the completion. */
  completed_manually: z.boolean(),
  /** null if all steps are done or the course has not started. */
  next: nextStep.nullable(),
});
export type MyCourse = z.output<typeof myCourse>;

const myStep = quizSettings.extend({
  id: z.uuid(),
  kind: stepKind,
  /** null for a SCORM step. */
  module_id: z.uuid().nullable(),
  title: z.string(),
  state: stepState,
  slides_count: z.int(),
  questions_count: z.int(),
  /** The slide, or the question of an open attempt, to resume at. */
  slide: z.int(),
  best_score: z.int().nullable(),
  attempts_used: z.int(),
  attempt_open: z.boolean(),
  /** The newest finished attempt at a SCORM package; null for other steps. */
  registration_id: z.uuid().nullable(),
});
export type MyStep = z.output<typeof myStep>;
const myTheme = z.object({ id: z.uuid(), title: z.string(), order_id: z.int(), steps: z.array(myStep) });
export const myCourseDetail = myCourse.extend({
  /** One page to print with what the course teaches. */
  summary: slideDoc.nullable(),
  sections: z.array(z.object({ id: z.uuid(), title: z.string(), order_id: z.int(), themes: z.array(myTheme) })),
});
export type MyCourseDetail = z.output<typeof myCourseDetail>;

const shownPart = z.object({
  id: z.uuid(),
  text: z.string(),
  image_path: z.string().nullable().optional(),
  image_alt: z.string().optional(),
});
/** An answer, in the shape of its question type. */
export const answerInput = z.union([
  z.strictObject({ option: z.uuid() }),
  z.strictObject({ options: z.array(z.uuid()).min(1).max(50) }),
  z.strictObject({ order: z.array(z.uuid()).min(2).max(50) }),
  z.strictObject({
    pairs: z
      .array(z.strictObject({ left: z.uuid(), right: z.uuid() }))
      .min(1)
      .max(50),
  }),
  z.strictObject({ text: z.string().trim().min(1).max(ANSWER_TEXT_MAX) }),
]);

/** A question as a learner sees it before the end of the attempt: nothing reveals the right answer. */
export const shownQuestion = z.object({
  id: z.uuid(),
  type: questionType,
  text: z.string(),
  image_path: z.string().nullable(),
  image_alt: z.string(),
  points: z.int(),
  /** Options to choose or items to order; for matching, the left sides. */
  parts: z.array(shownPart),
  /** For matching: the right sides. */
  matches: z.array(shownPart),
});
export type LearnerQuestion = z.output<typeof shownQuestion>;

const givenAnswer = z.object({ question_id: z.uuid(), answer: answerInput, sequence: z.int() });
export const openAttempt = z.object({
  attempt_id: z.uuid(),
  step_id: z.uuid(),
  number: z.int(),
  started_at: z.string(),
  ends_at: z.string().nullable(),
  pass_mark: z.int(),
  questions: z.array(shownQuestion),
  answers: z.array(givenAnswer),
  /** The question shown last, counted from 0; the number of questions means the final page. */
  place: z.int(),
  /** Sequence number of the last stored position: later positions need greater numbers. */
  sequence: z.int(),
});
export type OpenAttempt = z.output<typeof openAttempt>;
/** An attempt that was opened through its module. */
export const moduleAttempt = openAttempt.extend({ assigned_course_id: z.uuid() });

/** The explanation of an option that the learner chose. */
export const chosenNote = z.object({ id: z.uuid(), text: z.string() });
const checkedQuestion = shownQuestion.extend({
  answer: answerInput.nullable(),
  correct: z.boolean(),
  explanation: z.string(),
  notes: z.array(chosenNote),
  /** Only after passing, or when no attempt is left: before that only the explanation is shown. */
  right: answerInput.nullable(),
});
export const attemptResult = z.object({
  attempt_id: z.uuid(),
  step_id: z.uuid(),
  number: z.int(),
  score: z.int(),
  passed: z.boolean(),
  pass_mark: z.int(),
  correct_count: z.int(),
  /** Points of the right answers, of `points_total`. The score is their share in percent. */
  points: z.int(),
  points_total: z.int(),
  questions: z.array(checkedQuestion),
  attempts_left: z.int().nullable(),
  completed_at: z.string(),
  /** The step with the slides of the same module, for reading them again. */
  theory: z
    .object({
      step_id: z.uuid(),
      module_id: z.uuid(),
      title: z.string(),
      slides: z.array(z.object({ index: z.int(), title: z.string() })),
    })
    .nullable(),
  course: z.object({ progress: z.number(), completed: z.boolean(), next: nextStep.nullable() }),
});
export type AttemptResult = z.output<typeof attemptResult>;

export const learnedModule = z.object({
  id: z.uuid(),
  title: z.string(),
  assigned_course_id: z.uuid(),
  slides: z.array(placedSlide).optional(),
  questions: z.array(shownQuestion.extend({ order_id: z.int() })).optional(),
});

/** State of an open step, and the position to resume at. */
export const startedStep = z.object({
  step_id: z.uuid(),
  kind: stepKind,
  module_id: z.uuid().nullable(),
  state: stepState,
  slide: z.int(),
  /** Later positions need greater numbers: an older position that arrives late is ignored. */
  sequence: z.int(),
  attempts_used: z.int(),
  attempts_left: z.int().nullable(),
  attempt_open: z.boolean(),
  last_score: z.int().nullable(),
});
export const savedPosition = z.object({ step_id: z.uuid(), slide: z.int(), sequence: z.int() });
export const courseProgress = z.object({ progress: z.number(), completed: z.boolean(), next: nextStep.nullable() });
export const savedAnswer = givenAnswer.extend({ saved: z.boolean() });
