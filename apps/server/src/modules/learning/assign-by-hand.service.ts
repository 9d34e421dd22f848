import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { resolveSelection } from '../directory/public.ts';
import { openAssignment } from './assign.service.ts';
import { getAssignment } from './assignments.service.ts';
import * as query from './learning.query.ts';
import { auditDetailsOf, enrolPeople, longTaskOf } from './people.service.ts';

type Terms = {
  selection: PeopleSelection;
  start_date?: string;
  deadline?: string;
  need_message: boolean;
  reminders: ReminderRules;
};
type AssignInput = Terms & { course_id: string; title?: string; completion_rule?: CompletionRule };

/** Start and deadline of an order; throws if they are in the past or in the wrong order. */
const datesOf = (ctx: Ctx, { start_date, deadline: wanted }: Terms) => {
  const today = dayIn(now(), ctx.viewer.timeZone);
  const startDate = start_date ?? today;
  const deadline = wanted ?? addDays(startDate, DEADLINE_DAYS);
  if (deadline < startDate || startDate < today)
    throw new AppError('assignment.dates', [
      { field: deadline < startDate ? 'deadline' : 'start_date', code: 'too_early' },
    ]);
  return { startDate, deadline };
};

/** A course that can be assigned; a course of another kind does not exist for the caller. */
const requireCourse = async (ctx: Ctx, id: string, kind: CourseKind | 'any') => {
  const course = await query.findCourseState(ctx.tx, id);
  if (!course || (kind !== 'any' && course.kind !== kind)) throw new AppError('course.not_found');
  if (course.archived) throw new AppError('course.archived');
  return course;
};

type Order = Terms & {
  title?: string;
  startDate: string;
  deadline: string;
  completion_rule?: CompletionRule | undefined;
};
/** Assigns one course to these people; null if all of them have it. */
const assignOne = async (ctx: Ctx, courseId: string, meant: readonly string[], order: Order) => {
  const { startDate, deadline, reminders, need_message } = order;
  const { id, people } = await openAssignment(ctx.tx, {
    courseId,
    employeeIds: meant,
    source: 'manual',
    title: order.title,
    startDate,
    deadline,
    reminders,
    completionRule: order.completion_rule,
    createdBy: ctx.viewer.id,
  });
  if (!id) return null;
  const { title } = await getAssignment(ctx, { id });
  const outcome = await enrolPeople(ctx, { id, title, meant, people, need_message });
  return { made: { ...(await getAssignment(ctx, { id })), ...longTaskOf(outcome) }, outcome, people };
};

/** Assigns a course of one kind to people, departments and tags chosen by an administrator. */
export const assignByHand = (kind: CourseKind) => async (ctx: Ctx, input: AssignInput) => {
  const dates = datesOf(ctx, input);
  await requireCourse(ctx, input.course_id, kind);
  const meant = await resolveSelection(ctx, input.selection);
  const assigned = await assignOne(ctx, input.course_id, meant, { ...input, ...dates });
  if (!assigned) throw new AppError('assignment.no_learners');
  const { made, outcome, people } = assigned;
  return new Logged(made, {
    kind: 'assignment',
    id: made.id,
    title: made.title,
    changes: { title: [null, made.title], start_date: [null, dates.startDate], deadline: [null, dates.deadline] },
    details: auditDetailsOf(outcome, people.length),
  });
};

type BulkInput = Terms & {
  course_ids: readonly string[];
  completion_rules: readonly { course_id: string; completion_rule: CompletionRule }[];
};
/** Assigns several courses of any kind to the same people, completely or not at all: one assignment per course. */
export const assignInBulk = async (ctx: Ctx, input: BulkInput) => {
  const dates = datesOf(ctx, input);
  const ids = [...new Set(input.course_ids)];
  const courses = new Map<string, string>();
  // Assigning locks each course: the same order for everyone avoids deadlocks.
  for (const id of ids.toSorted()) courses.set(id, (await requireCourse(ctx, id, 'any')).title);
  const meant = await resolveSelection(ctx, input.selection);
  const assignmentById = new Map<string, NonNullable<Awaited<ReturnType<typeof assignOne>>>>();
  for (const id of ids.toSorted()) {
    const completion_rule = input.completion_rules.find((one) => one.course_id === id)?.completion_rule;
    const assigned = await assignOne(ctx, id, meant, { ...input, ...dates, completion_rule });
    if (assigned) assignmentById.set(id, assigned);
  }
  if (assignmentById.size === 0) throw new AppError('assignment.no_learners');
  const all = ids.flatMap((id) => assignmentById.get(id) ?? []);
  const skipped = ids.filter((id) => !assignmentById.has(id)).map((id) => ({ id, title: courses.get(id)! }));
  const only = all.length === 1 ? all[0]!.made : null;
  return new Logged(
    { data: all.map((one) => one.made), skipped_courses: skipped },
    {
      kind: 'assignment',
      id: only?.id ?? null,
      title: only?.title ?? null,
      changes: { start_date: [null, dates.startDate], deadline: [null, dates.deadline] },
      details: { titles: all.map((one) => one.made.title), ordered: meant.length },
    },
  );
};
