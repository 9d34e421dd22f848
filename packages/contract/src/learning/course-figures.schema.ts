import { z } from 'zod';
import { page } from '../paging.ts';
import { assignmentStatus, audience, learnerState } from './learning.schema.ts';

/** Where people stop, and what they answer wrongly, in one course over all its assignments. */
export const courseFigures = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: z.enum(['native', 'scorm']),
  learners: z.int(),
  completed: z.int(),
  behind: z.int(),
  not_started: z.int(),
  /** Mean progress of the learners in percent. */
  progress: z.number().nullable(),
  assignments: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      status: assignmentStatus,
      start_date: z.string(),
      deadline: z.string(),
      paused_at: z.string().nullable(),
      learners: z.int(),
      completed: z.int(),
      behind: z.int(),
      progress: z.number(),
      /** Absent in answers of an earlier release. */
      audience: audience.optional(),
    }),
  ),
  /** Questions by share of wrong answers in finished attempts, the highest first; the text is null after a question was removed. */
  questions: z.array(z.object({ id: z.uuid(), text: z.string().nullable(), answers: z.int(), wrong: z.int() })),
  /** The slides at which people who have not finished the material stopped, by number of people. */
  stops: z.array(
    z.object({
      step_id: z.uuid(),
      /** Title of the material; null if the published version no longer contains it. */
      title: z.string().nullable(),
      /** Number of the slide, counted from 1, of all slides. */
      slide: z.int(),
      slides: z.int().nullable(),
      heading: z.string(),
      people: z.int(),
    }),
  ),
});
export type CourseFigures = z.output<typeof courseFigures>;

export const courseLearner = z.object({
  employee_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  department: z.string(),
  assignment: z.object({ id: z.uuid(), title: z.string() }),
  state: learnerState,
  progress: z.number(),
  deadline: z.string(),
});
export type CourseLearner = z.output<typeof courseLearner>;
export const courseLearnerPage = page(courseLearner);
