import { z } from 'zod';
import { peopleSelection, rowSelection } from '../employees/people-selection.schema.ts';
import { courseKind } from '../library/library.schema.ts';
import { anyFlag, day, list, page, search, title } from '../paging.ts';
import { completionRule } from '../scorm/scorm.schema.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import {
  COURSES_AT_ONCE,
  REASON_MAX,
  REMINDER_DAYS_MAX,
  REMINDER_EVERY_MAX,
  REMINDER_TIMES,
  REMINDER_TIMES_MAX,
} from './limits.rules.ts';

export const assignmentStatus = z.enum(['planned', 'active', 'completed']);
export type AssignmentStatus = z.output<typeof assignmentStatus>;

/** When learners who have not finished are reminded, by the deadline of each learner. Each reminder is sent once. */
export const reminderRules = z.strictObject({
  /** Days before the deadline; null: no such reminder. */
  before_days: z.int().min(1).max(REMINDER_DAYS_MAX).nullable().default(null),
  on_deadline: z.boolean().default(false),
  /** Days between reminders after the deadline; null: none. */
  after_every: z.int().min(1).max(REMINDER_EVERY_MAX).nullable().default(null),
  /** Maximum number of reminders after the deadline. */
  after_times: z.int().min(1).max(REMINDER_TIMES_MAX).default(REMINDER_TIMES),
});
export type ReminderRules = z.output<typeof reminderRules>;

/** The rules that new assignments of an organisation start with; version 0: nobody has changed those of the product. */
export const defaultReminders = z.object({ reminders: reminderRules, version: z.int() });
export const defaultRemindersBody = z.strictObject({ reminders: reminderRules, version: z.int32().min(0) });

/** Whom an assignment is for: one or two people by name, and the departments with most of its learners. */
export const audience = z.object({
  /** Empty if there are more than two. */
  people: z.array(z.string()),
  /** Titles of two departments at most, and the number of all. */
  departments: z.array(z.string()),
  departments_count: z.int(),
});
export type Audience = z.output<typeof audience>;

/** A course assigned to people: one row of the list. */
export const assignmentRow = z.object({
  id: z.uuid(),
  kind: courseKind,
  title: z.string(),
  /** The assignment's own picture, or that of the course. */
  image_path: z.string().nullable(),
  status: assignmentStatus,
  source: z.enum(['manual', 'campaign', 'tag']),
  /** Name of the campaign or title of the tag that assigned it; null after that one was deleted. */
  source_title: z.string().nullable(),
  course: z.object({ id: z.uuid(), title: z.string(), image_path: z.string().nullable() }),
  start_date: z.string(),
  deadline: z.string(),
  /** Whether the deadline has passed and a learner has not finished. */
  overdue: z.boolean(),
  /** When it was paused. A paused assignment sends no emails, and nobody is behind or overdue in it. */
  paused_at: z.string().nullable(),
  /** Mean progress of its learners, in percent. */
  progress: z.number(),
  /** How much of it was made in the last 7 days, in percentage points. */
  progress_change: z.number(),
  learners_count: z.int(),
  completed_count: z.int(),
  /** Tells equal courses apart; absent in answers of an earlier release. */
  audience: audience.optional(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  version: z.int(),
});
export type AssignmentRow = z.output<typeof assignmentRow>;
export const assignmentPage = page(assignmentRow).extend({
  counts: z.object({ planned: z.int(), active: z.int(), completed: z.int() }),
});

export const assignmentDetail = assignmentRow.extend({
  steps_total: z.int(),
  course_version: z.int(),
  created_by: z.string().nullable(),
  campaign_id: z.uuid().nullable(),
  reminders: reminderRules,
  /** What completes the package of a SCORM course; null for a course of slides and quizzes. */
  completion_rule: completionRule.nullable(),
});

export const assignCourseBody = z.strictObject({
  course_id: z.uuid(),
  title: title.optional(),
  selection: peopleSelection,
  /** Default: today. */
  start_date: day.optional(),
  /** Default: 30 days after the start. */
  deadline: day.optional(),
  need_message: anyFlag.default(true),
  /** Default: no reminders. */
  reminders: reminderRules.prefault({}),
  /** Of a SCORM course. Default: the rule of the course. */
  completion_rule: completionRule.optional(),
});
/** Several courses for the same people: one assignment per course. */
export const bulkAssignBody = assignCourseBody.omit({ course_id: true, title: true, completion_rule: true }).extend({
  course_ids: z.array(z.uuid()).min(1).max(COURSES_AT_ONCE),
  /** Rules that differ from those of the SCORM courses. */
  completion_rules: z
    .array(z.strictObject({ course_id: z.uuid(), completion_rule: completionRule }))
    .max(COURSES_AT_ONCE)
    .default([]),
});
export const bulkAssigned = z.object({
  /** New assignments, in the order of the courses. */
  data: z.array(assignmentDetail.extend(longTask)),
  /** Courses that all these people have already. */
  skipped_courses: z.array(z.object({ id: z.uuid(), title: z.string() })),
});
export const previewBody = z.strictObject({
  course_id: z.uuid().optional(),
  assignment_id: z.uuid().optional(),
  selection: peopleSelection,
});
export const assignmentPreview = z.object({
  /** People in the choice. */
  people: z.int(),
  /** Number of them who do not have the course yet. */
  to_add: z.int(),
  /** Number of people to add who still have to register. */
  unregistered: z.int(),
});
export const addPeopleBody = z.strictObject({ selection: peopleSelection, need_message: anyFlag.default(true) });
/** `likely_late`: little time is left and less than half is done, which is shown but is no risk (`behind.rules.ts`). */
export const learnerState = z.enum(['not_started', 'in_progress', 'likely_late', 'completed', 'behind']);
export type LearnerState = z.output<typeof learnerState>;
/** Rows of the list of learners of an assignment, with its filter. */
export const learnerSelection = z.strictObject({ ...rowSelection, search, state: learnerState.optional() });
export type LearnerSelection = z.output<typeof learnerSelection>;
export const removePeopleBody = z.strictObject({ selection: learnerSelection });
export const updateAssignmentBody = z.strictObject({
  title: title.optional(),
  start_date: day.optional(),
  deadline: day.optional(),
  reminders: reminderRules.optional(),
  /** Of a SCORM course. Learners who meet the new rule finish; those who have finished stay so. */
  completion_rule: completionRule.optional(),
  version: z.coerce.number().int().min(1).optional(),
});
export const remindBody = z.strictObject({
  /** Default: everyone who has not finished. */
  selection: learnerSelection.optional(),
});
export const manualCompletionBody = z.strictObject({
  assigned_course_id: z.uuid(),
  selection: learnerSelection,
  reason: z.string().trim().min(1).max(REASON_MAX),
  /** Whether these people get a certificate as if they had finished on their own. */
  certificate: anyFlag.default(false),
});

/** A completion that an administrator recorded. */
export const manualCompletion = z.object({
  /** null if this administrator was removed for good. */
  by: z.string().nullable(),
  reason: z.string(),
  certificate: z.boolean(),
});
const learnerRow = z.object({
  employee_id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  department: z.object({ id: z.uuid(), title: z.string() }),
  is_registered: z.boolean(),
  progress: z.number(),
  completed_steps: z.int(),
  steps_total: z.int(),
  state: learnerState,
  deadline: z.string(),
  assigned_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  /** null if the learner finished the course alone, or has not finished. */
  manual: manualCompletion.nullable(),
});
export type LearnerRow = z.output<typeof learnerRow>;
export const learnerPage = page(learnerRow);

export const assignmentProgress = z.object({
  progress: z.number(),
  /** Share of the period that has elapsed, in percent: the progress of a learner who is on schedule. */
  expected: z.number(),
  learners_count: z.int(),
  completed_count: z.int(),
});
export const progressChange = list(z.object({ date: z.string(), progress: z.number() }));
/** Each learner is in exactly one group. */
export const learnerGroups = z.object({
  not_started: z.int(),
  in_progress: z.int(),
  likely_late: z.int(),
  completed: z.int(),
  behind: z.int(),
  total: z.int(),
});
