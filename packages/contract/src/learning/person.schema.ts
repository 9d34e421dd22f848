import { z } from 'zod';
import { page } from '../paging.ts';
import { answerInput, chosenNote, myCourseDetail, shownQuestion } from './learner.schema.ts';
import { assignmentStatus, learnerState } from './learning.schema.ts';

/** An assigned course of a person, as the staff pages show it. `id` is the id of the assigned course. */
export const personCourse = z.object({
  id: z.uuid(),
  title: z.string(),
  image_path: z.string().nullable(),
  status: assignmentStatus,
  state: learnerState,
  progress: z.number(),
  completed_steps: z.int(),
  steps_total: z.int(),
  start_date: z.string(),
  deadline: z.string(),
  assigned_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  attempts_count: z.int(),
});
export type PersonCourse = z.output<typeof personCourse>;
const person = z.object({ id: z.uuid(), full_name: z.string() });
export const personCoursePage = page(personCourse).extend({ person });

const attempt = z.object({
  id: z.uuid(),
  step_id: z.uuid(),
  number: z.int(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  score: z.int().nullable(),
  /** null while the attempt is open. */
  passed: z.boolean().nullable(),
});
/** One course of a person: all steps with their states, and all quiz attempts. */
export const personCourseDetail = myCourseDetail.extend({ person, attempts: z.array(attempt) });
export type PersonCourseDetail = z.output<typeof personCourseDetail>;

const answeredQuestion = shownQuestion.extend({
  answer: answerInput.nullable(),
  answered_at: z.string().nullable(),
  /** null if the attempt is open, or if it is the caller's own and can still be repeated. */
  correct: z.boolean().nullable(),
  right: answerInput.nullable(),
  explanation: z.string(),
  notes: z.array(chosenNote),
});
/** One attempt with its questions in the order shown. */
export const personAttempt = attempt.extend({
  person,
  course: z.object({ id: z.uuid(), title: z.string() }),
  quiz: z.string(),
  pass_mark: z.int(),
  /** null while the attempt is open. */
  points: z.int().nullable(),
  points_total: z.int(),
  ends_at: z.string().nullable(),
  questions: z.array(answeredQuestion),
});
export type PersonAttempt = z.output<typeof personAttempt>;

export const personCourseSorts = [
  'title',
  'state',
  'progress',
  'attempts',
  'assigned_at',
  'deadline',
  'completed_at',
] as const;
