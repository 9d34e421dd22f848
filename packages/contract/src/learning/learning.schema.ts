import { z } from 'zod';
import { employeeSelection, expectedCount } from '../employees/employees.schema.ts';
import { day, list, page, search, title } from '../paging.ts';

/** A list of ids; absent means none. */
const idsOf = (max: number) => z.array(z.uuid()).max(max).default([]);

export const assignmentStatus = z.enum(['planned', 'active', 'completed']);
export type AssignmentStatus = z.output<typeof assignmentStatus>;

/** A course assigned to people: one row of the list. */
export const assignmentRow = z.object({
  id: z.uuid(),
  title: z.string(),
  status: assignmentStatus,
  source: z.enum(['manual', 'campaign', 'tag']),
  course: z.object({ id: z.uuid(), title: z.string(), image_path: z.string().nullable() }),
  start_date: z.string(),
  deadline: z.string(),
  /** Whether the deadline has passed and a learner has not finished. */
  overdue: z.boolean(),
  /** Mean progress of its learners, in percent. */
  progress: z.number(),
  learners_count: z.int(),
  completed_count: z.int(),
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
});

const targets = {
  users_ids: idsOf(50_000),
  departments_ids: idsOf(1000),
  tags_ids: idsOf(1000),
  exclude_users_ids: idsOf(50_000),
};
/** Form data sends flags as text. */
const flagField = z.union([z.boolean(), z.stringbool()]);

export const assignCourseBody = z.strictObject({
  course_id: z.uuid(),
  title: title.optional(),
  ...targets,
  /** The selection of the staff list; it takes precedence over the lists of ids. */
  selection: employeeSelection.optional(),
  /** Default: today. */
  start_date: day.optional(),
  /** Default: 30 days after the start. */
  deadline: day.optional(),
  need_message: flagField.default(true),
});
export const previewBody = z.strictObject({
  course_id: z.uuid().optional(),
  assignment_id: z.uuid().optional(),
  ...targets,
  selection: employeeSelection.optional(),
});
export const assignmentPreview = z.object({
  /** People in the choice. */
  people: z.int(),
  /** Number of them who do not have the course yet. */
  to_add: z.int(),
  /** Number of people to add who still have to register. */
  unregistered: z.int(),
});
export const addPeopleBody = z.strictObject({ ...targets, need_message: flagField.default(true) });
export const learnerState = z.enum(['not_started', 'in_progress', 'completed', 'behind']);
export type LearnerState = z.output<typeof learnerState>;
/** Learners of an assignment: the ticked ones, or with `all` everyone that the list finds without `exclude_ids`. */
export const learnerSelection = z.strictObject({
  ids: z.strictObject({ include_ids: idsOf(10_000), exclude_ids: idsOf(10_000) }).prefault({}),
  all: z.boolean().default(false),
  search,
  state: learnerState.optional(),
  ...expectedCount,
});
export type LearnerSelection = z.output<typeof learnerSelection>;
export const removePeopleBody = z.strictObject({
  users_ids: idsOf(50_000),
  /** Instead of the list of ids. */
  selection: learnerSelection.optional(),
});
export const updateAssignmentBody = z.strictObject({
  title: title.optional(),
  start_date: day.optional(),
  deadline: day.optional(),
  version: z.coerce.number().int().min(1),
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
  completed: z.int(),
  behind: z.int(),
  total: z.int(),
});
