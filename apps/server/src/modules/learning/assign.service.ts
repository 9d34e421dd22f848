import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { selectedIds } from '../directory/public.ts';
import { findPublished } from '../library/public.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { announce } from './announce.ts';
import * as query from './learning.query.ts';
import * as repo from './learning.repo.ts';
import { findDefaultReminders } from './settings.repo.ts';
import { todayOf } from './people.service.ts';

export type NewAssignment = {
  readonly courseId: string;
  readonly employeeIds: readonly string[];
  readonly source: 'campaign' | 'tag' | 'manual';
  /** All people of a campaign share one assignment, which is created for the first of them. */
  readonly campaignId?: string | null;
  /** All people of a tag's action share one open assignment per version of the course. */
  readonly tagActionId?: string | null;
  /** The course's own title when absent. */
  readonly title?: string;
  /** YYYY-MM-DD. */
  readonly startDate: string;
  /** Days from the start to the deadline; `deadline` takes precedence. */
  readonly periodDays?: number;
  readonly deadline?: string;
  /** Default: the rules of the organisation. */
  readonly reminders?: ReminderRules;
  /** Of a SCORM course. Default: the rule of the course. */
  readonly completionRule?: CompletionRule | undefined;
  readonly createdBy: string | null;
  /** Recipients of the email. Default: `all` for manual assignments, otherwise `registered` people only. */
  readonly emails?: 'all' | 'registered' | 'none';
};
export type Assigned = { readonly assignmentId: string | null; readonly added: readonly string[] };

type Opened = {
  readonly id: string | null;
  readonly people: readonly string[];
  readonly stepsTotal: number;
  readonly deadline: string;
};

/** Finds or creates the assignment for people who do not have the course yet; id null if no assignment is needed. */
export const openAssignment = async (tx: Tx, n: NewAssignment): Promise<Opened> => {
  const course = await findPublished(tx, n.courseId);
  if (!course) throw new AppError('course.not_published');
  const { today } = await todayOf(tx);
  const deadline = n.deadline ?? addDays(n.startDate, n.periodDays ?? DEADLINE_DAYS);
  await repo.lockAssigning(tx, n.courseId);
  const people = (await query.withoutCourse(tx, n.courseId, n.employeeIds)).map((person) => person.id);
  const sharedAssignment = await lockSharedAssignment(tx, n, course.version_id);
  // all people of a campaign get the course version of its first learner
  const stepsTotal = sharedAssignment
    ? await query.stepsTotalOf(tx, sharedAssignment.course_version_id)
    : course.steps_total;
  if (people.length === 0 || sharedAssignment?.status === 'completed')
    return { id: sharedAssignment?.id ?? null, people: [], stepsTotal, deadline };
  const ownRule = await query.ruleOfCourse(tx, n.courseId);
  if (sharedAssignment && sharedAssignment.deadline < deadline)
    await repo.updateAssignmentRow(tx, sharedAssignment.id, { deadline });
  const id =
    sharedAssignment?.id ??
    (await repo.insertAssignment(tx, {
      courseId: n.courseId,
      versionId: course.version_id,
      title: n.title ?? course.title,
      source: n.source,
      campaignId: n.campaignId ?? null,
      tagActionId: n.tagActionId ?? null,
      status: n.startDate > today ? 'planned' : 'active',
      startDate: n.startDate,
      deadline,
      reminders: n.reminders ?? (await findDefaultReminders(tx)).reminders,
      completionRule: ownRule && (n.completionRule ?? ownRule),
      today,
      createdBy: n.createdBy,
    }));
  return { id, people, stepsTotal, deadline };
};

/**
 * Assigns the published version of a course; people who already have the course are skipped. People of a campaign share one
 * assignment, each with their own dates; no one is added after an administrator completed it. `assignmentId` is null if no
 * assignment exists and no one was added.
 */
export const assignCourse = async (tx: Tx, n: NewAssignment): Promise<Assigned> => {
  const { id, people, stepsTotal, deadline } = await openAssignment(tx, n);
  if (id === null || people.length === 0) return { assignmentId: id, added: [] };
  const emails = n.emails ?? (n.source === 'manual' ? 'all' : 'registered');
  const added = await repo.insertLearners(tx, {
    assignmentId: id,
    stepsTotal,
    startDate: n.startDate,
    deadline,
    employeeIds: people,
    emails,
  });
  await announce(tx, added, emails !== 'none');
  return { assignmentId: id, added };
};

/** The existing shared assignment of a campaign or of a tag's action, locked. */
const lockSharedAssignment = (tx: Tx, n: NewAssignment, versionId: string) => {
  if (n.campaignId) return repo.lockOfCampaign(tx, n.campaignId);
  if (n.tagActionId) return repo.lockAssignmentOfTagAction(tx, n.tagActionId, versionId);
  return Promise.resolve(undefined);
};

type Previewed = { selection: PeopleSelection; course_id?: string; assignment_id?: string };
/** Number of people that a choice covers, and number of people that would be added. */
export const previewAssignment = async (ctx: Ctx, input: Previewed) => {
  const ids = await selectedIds(ctx.tx, input.selection, ctx.viewer.timeZone);
  const today = dayIn(now(), ctx.viewer.timeZone);
  const courseId =
    input.course_id ??
    (input.assignment_id ? (await query.findAssignment(ctx.tx, input.assignment_id, today))?.course.id : undefined);
  if (!courseId) return { people: ids.length, to_add: ids.length, unregistered: 0 };
  const free = await query.withoutCourse(ctx.tx, courseId, ids);
  return {
    people: ids.length,
    to_add: free.length,
    unregistered: free.filter((person) => !person.is_registered).length,
  };
};
