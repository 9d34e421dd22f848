import {
  reminderRules,
  type AssignmentStatus,
  type LearnerSelection,
  type ReminderRules,
} from '@sergak/contract/learning/learning.schema.ts';
import { ruleText } from '@sergak/contract/scorm/completion.rules.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { reminderOffsets } from '@sergak/contract/learning/reminder.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { requireVersion } from '../../platform/version.ts';
import { requireCount, requireOwnPeople } from '../directory/public.ts';
import { discardFiles } from '../files/public.ts';
import { announce } from './announce.ts';
import * as query from './learning.query.ts';
import * as repo from './learning.repo.ts';
import { settleNotifications } from '../notifications/public.ts';
import { overdueAssignments } from './waiting.query.ts';

const today = (ctx: Ctx) => dayIn(now(), ctx.viewer.timeZone);

export const listAssignments = (ctx: Ctx, input: query.AssignmentFilter) =>
  query.selectAssignments(ctx.tx, input, today(ctx));

type OfOrganization = {
  id: string;
  organization_id?: string;
  limit: number;
  offset: number;
  status?: AssignmentStatus;
};
/** Assigned courses of one organisation of the subtree, newest first. */
export const listOfOrganization = async (ctx: Ctx, input: OfOrganization) => {
  if (input.organization_id !== undefined && input.organization_id !== input.id)
    throw new AppError('organization.not_found');
  return listAssignments(ctx, { ...input, search: '', kind: 'all', sort_by: 'created_at', sort_order: 'desc' });
};

export const getAssignment = async (ctx: Ctx, input: { id: string }) => {
  const found = await query.findAssignment(ctx.tx, input.id, today(ctx));
  if (!found) throw new AppError('assignment.not_found');
  return found;
};

/** Ids of the people in a selection of an assignment's learners; throws if the list has changed. */
export const requireLearners = async (ctx: Ctx, id: string, selection: LearnerSelection): Promise<string[]> => {
  await requireOwnPeople(ctx.tx, selection.ids.include_ids, selection.ids.exclude_ids);
  const people = await query.selectedLearners(ctx.tx, id, selection, today(ctx));
  requireCount(people.length, selection.expected_count);
  return people;
};

/** Locks an assignment; throws if it is completed. */
export const requireOpenAssignment = async (ctx: { readonly tx: Tx }, id: string) => {
  const found = await repo.lockAssignment(ctx.tx, id);
  if (!found) throw new AppError('assignment.not_found');
  if (found.status === 'completed') throw new AppError('assignment.completed');
  return found;
};

type Changes = {
  title?: string;
  start_date?: string;
  deadline?: string;
  reminders?: ReminderRules;
  completion_rule?: CompletionRule;
};

/**
 * Changes title, dates, reminders and completion rule. Learners who have the assignment's dates get the new dates; those who meet a new
 * rule finish.
 */
export const updateAssignment = async (ctx: Ctx, input: Changes & { id: string; version?: number }) => {
  const before = await requireOpenAssignment(ctx, input.id);
  requireVersion(before, input.version);
  const { title = before.title, start_date = before.start_date, deadline = before.deadline } = input;
  const rejected = (field: string, code: string) => new AppError('assignment.dates', [{ field, code }]);
  if (start_date !== before.start_date && before.status !== 'planned') throw rejected('start_date', 'started');
  if (start_date !== before.start_date && start_date < today(ctx)) throw rejected('start_date', 'too_early');
  if (deadline < start_date) throw rejected('deadline', 'too_early');
  const storedReminders = reminderRules.parse(before.reminders);
  const { reminders = storedReminders } = input;
  const knownRule = (await getAssignment(ctx, input)).completion_rule;
  const rule = knownRule && (input.completion_rule ?? knownRule);
  const newRule = ruleText(rule) !== ruleText(knownRule);
  const newRules = JSON.stringify(reminders) !== JSON.stringify(storedReminders);
  await repo.updateAssignmentRow(ctx.tx, before.id, {
    title,
    start_date,
    deadline,
    reminded_on: null,
    ...(newRules ? { reminders: repo.storedReminders(reminders), reminders_since: today(ctx) } : {}),
    ...(newRule ? { completion_rule: JSON.stringify(rule) } : {}),
  });
  if (newRule) await enqueue(ctx.tx, 'scorm.apply-rule', { assignment_id: before.id });
  const moved = await repo.updateLearnerDates(ctx.tx, before.id, before, { start_date, deadline });
  await announce(ctx.tx, moved, false);
  await settleNotifications(ctx.tx, overdueAssignments);
  const changes = {
    title: [before.title, title],
    start_date: [before.start_date, start_date],
    deadline: [before.deadline, deadline],
    ...(newRule ? { completion_rule: [ruleText(knownRule), ruleText(rule)] as const } : {}),
    ...(newRules ? { reminders: [reminderOffsets(storedReminders), reminderOffsets(reminders)] as const } : {}),
  } as const;
  return new Logged(await getAssignment(ctx, input), { kind: 'assignment', id: before.id, title, changes });
};

/** Deletes an assignment with the work of all its learners. */
export const deleteAssignment = async (ctx: Ctx, input: { id: string }) => {
  const before = await repo.lockAssignment(ctx.tx, input.id);
  if (!before) throw new AppError('assignment.not_found');
  const people = await repo.peopleOf(ctx.tx, [before.id]);
  await repo.deleteAssignmentRow(ctx.tx, before.id);
  if (before.image_file_id) await discardFiles(ctx.tx, [before.image_file_id]);
  await announce(ctx.tx, people, false);
  await settleNotifications(ctx.tx, overdueAssignments);
  return new Logged(null, {
    kind: 'assignment',
    id: before.id,
    title: before.title,
    changes: { title: [before.title, null] },
    details: { affected: people.length },
  });
};

/** Completes an assignment; it cannot change afterwards. */
const closeAssignment = async (tx: Tx, id: string): Promise<void> => {
  await repo.updateAssignmentRow(tx, id, { status: 'completed', completed_at: now() });
};

export const completeAssignment = async (ctx: Ctx, input: { id: string }) => {
  const before = await requireOpenAssignment(ctx, input.id);
  await closeAssignment(ctx.tx, before.id);
  await announce(ctx.tx, await repo.peopleOf(ctx.tx, [before.id]), false);
  await settleNotifications(ctx.tx, overdueAssignments);
  return new Logged(await getAssignment(ctx, input), {
    kind: 'assignment',
    id: before.id,
    title: before.title,
    changes: { status: [before.status, 'completed'] },
  });
};

/** Pauses or resumes an assignment. Resuming changes no date, and reminders that were due meanwhile are not sent. */
export const toggleAssignment = async (ctx: Ctx, input: { id: string; toggle?: boolean }) => {
  const before = await requireOpenAssignment(ctx, input.id);
  if (before.status === 'planned') throw new AppError('assignment.not_started');
  const was = before.paused_at !== null;
  const paused = input.toggle === undefined ? !was : !input.toggle;
  if (paused !== was) {
    const resumed = { paused_at: null, reminders_since: today(ctx), reminded_on: null };
    await repo.updateAssignmentRow(ctx.tx, before.id, paused ? { paused_at: now() } : resumed);
    await announce(ctx.tx, await repo.pauseLearners(ctx.tx, before.id, paused), !paused);
  }
  return new Logged(await getAssignment(ctx, input), {
    kind: 'assignment',
    id: before.id,
    title: before.title,
    changes: { paused: [was, paused] },
  });
};

/** Sends a reminder to learners who have not finished. A second call adds no email while the first one waits. */
export const remindLearners = async (ctx: Ctx, input: { id: string; selection?: LearnerSelection }) => {
  const assignment = await requireOpenAssignment(ctx, input.id);
  if (assignment.status === 'planned') throw new AppError('assignment.not_started');
  if (assignment.paused_at !== null) throw new AppError('assignment.paused');
  const people = input.selection ? await requireLearners(ctx, assignment.id, input.selection) : null;
  const reminded = await repo.markReminders(ctx.tx, assignment.id, people);
  if (reminded > 0) await enqueue(ctx.tx, 'learning.send-emails', {});
  return new Logged(
    { reminded },
    { kind: 'assignment', id: assignment.id, title: assignment.title, details: { affected: reminded } },
  );
};

export const listLearners = async (ctx: Ctx, input: query.LearnerFilter) => {
  await getAssignment(ctx, input);
  return query.selectLearners(ctx.tx, input, today(ctx));
};

export const readProgressGroups = async (ctx: Ctx, input: { id: string }) => {
  await getAssignment(ctx, input);
  return query.countGroups(ctx.tx, input.id, today(ctx));
};

export const readProgress = async (ctx: Ctx, input: { id: string }) => {
  await getAssignment(ctx, input);
  return query.selectProgress(ctx.tx, input.id, today(ctx));
};

const POINTS = 100;
const DAY_MS = 86_400_000;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Mean progress at the end of each day from the start until today or completion; long periods use larger steps. */
export const readProgressChange = async (ctx: Ctx, input: { id: string }) => {
  const assignment = await getAssignment(ctx, input);
  const end = assignment.completed_at ? dayIn(new Date(assignment.completed_at), ctx.viewer.timeZone) : today(ctx);
  const work = await query.readDailyWork(ctx.tx, input.id, ctx.viewer.timeZone);
  const first = Date.parse(assignment.start_date);
  const days = Math.max(0, Math.round((Date.parse(end) - first) / DAY_MS));
  const stride = Math.max(1, Math.ceil((days + 1) / POINTS));
  const data: { date: string; progress: number }[] = [];
  for (let day = days % stride; day <= days; day += stride) {
    const date = dayAt(first + day * DAY_MS);
    const done = work.filter((row) => row.date <= date).reduce((sum, row) => sum + row.done, 0);
    data.push({ date, progress: Math.min(100, Math.round(done * 100) / 100) });
  }
  return { data };
};
