import type { runStates } from '@sergak/contract/automation/automation.schema.ts';
import type { ActionType, RunReason } from '@sergak/contract/automation/automation.rules.ts';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../db-types.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type NewAction = {
  tag_id: string;
  type: ActionType;
  theme?: string;
  text?: string;
  defer_by: number;
  registration_link_days?: number;
  registration_link_hour?: number;
  period?: number;
  /** Null: the action also applies to people who are members already. */
  since: Date | null;
  created_by: string | null;
};

export const insertAction = async (tx: Tx, action: NewAction): Promise<string> => {
  const row = await tx
    .insertInto('tag_actions')
    .values({ ...action, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const locked = (tx: Tx) => tx.selectFrom('tag_actions').selectAll().forUpdate();
export const lockAction = (tx: Tx, id: string) => locked(tx).where('id', '=', id).executeTakeFirst();
/** All actions of a tag, locked in the order of their ids. */
export const lockActions = (tx: Tx, tagId: string) => locked(tx).where('tag_id', '=', tagId).orderBy('id').execute();
/** Locks the action of a type of which a tag has at most one. */
export const lockSingle = (tx: Tx, tagId: string, type: 'course' | 'phishing') =>
  locked(tx).where('tag_id', '=', tagId).where('type', '=', type).executeTakeFirst();

export const updateAction = (tx: Tx, id: string, changes: Updateable<DB['tag_actions']>) =>
  tx
    .updateTable('tag_actions')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The final state of a waiting run that will not be retried: `done` if the person already got some of the courses. */
const endOfWaiting = sql<'skipped' | 'done'>`case when assignment_id is null then 'skipped' else 'done' end`;

/** Deletes an action. Its finished runs stay in the log; its waiting runs become final. */
export const deleteAction = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('tag_action_runs')
    .set({ state: endOfWaiting, reason: 'action_removed' })
    .where('action_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  await tx.deleteFrom('tag_actions').where('id', '=', id).execute();
};

export const storeActionCourses = async (tx: Tx, actionId: string, courseIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('tag_action_courses').where('action_id', '=', actionId).execute();
  await tx
    .insertInto('tag_action_courses')
    .values(courseIds.map((course_id) => ({ action_id: actionId, course_id })))
    .execute();
};

export const setEmails = async (tx: Tx, actionId: string, emailIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('tag_action_emails').where('action_id', '=', actionId).execute();
  await tx
    .insertInto('tag_action_emails')
    .values(emailIds.map((email_id) => ({ action_id: actionId, email_id })))
    .execute();
};

/** Sets delays that exceed the new life of a tag to zero. Returns the number of changed actions. */
export const resetDelays = async (tx: Tx, tagId: string, lifeDays: number): Promise<number> => {
  const result = await tx
    .updateTable('tag_actions')
    .set((eb) => ({ defer_by: 0, version: eb('version', '+', 1) }))
    .where('tag_id', '=', tagId)
    .where('defer_by', '>', 0)
    .where('defer_by', '>=', lifeDays)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

export const setHour = (tx: Tx, hour: number) =>
  sql`insert into automation_schedules (hour) values (${hour}) on conflict (organization_id) do update set hour = excluded.hour`.execute(
    tx,
  );

/** Records that all actions due at `at` were run. The time never moves backwards. */
export const recordRunTime = (tx: Tx, at: Date) =>
  sql`insert into automation_schedules (run_at) values (${iso(at)}) on conflict (organization_id)
    do update set run_at = greatest(automation_schedules.run_at, excluded.run_at)`.execute(tx);

export type Run = {
  employee_id: string;
  joined_at: string;
  due_at: string;
  state: (typeof runStates)[number];
  reason: RunReason | null;
  assignment_id: string | null;
  campaign_id: string | null;
  settled_course_ids: readonly string[];
};

/** Makes runs of one action wait for each other, so that a run sees every result of the run before. */
export const lockRunningAction = async (tx: Tx, actionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`run-action:${actionId}`}, 0))`.execute(tx);
};

/** Stores the results of runs. A waiting run is replaced, a final run never changes. */
export const writeRuns = async (
  tx: Tx,
  action: { id: string; tag_id: string; type: string; title: string },
  runs: readonly Run[],
): Promise<void> => {
  if (runs.length === 0) return;
  await sql`
    insert into tag_action_runs (tag_id, tag_title, action_id, action_type, action_title, employee_id, joined_at, due_at, state, reason, done_at,
      assignment_id, campaign_id, settled_course_ids)
    select ${action.tag_id}, (select title from tags where id = ${action.tag_id}), ${action.id}, ${action.type}, ${action.title}, r.employee_id, r.joined_at, r.due_at, r.state, r.reason,
      case when r.state <> 'waiting' then ${iso(now())}::timestamptz end, r.assignment_id, r.campaign_id,
      r.settled_course_ids
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r(employee_id uuid, joined_at timestamptz, due_at timestamptz, state text,
      reason text, assignment_id uuid, campaign_id uuid, settled_course_ids uuid[])
    on conflict (action_id, employee_id, joined_at) do update set state = excluded.state, reason = excluded.reason,
      done_at = excluded.done_at, assignment_id = excluded.assignment_id, campaign_id = excluded.campaign_id,
      settled_course_ids = excluded.settled_course_ids
      where tag_action_runs.state = 'waiting'`.execute(tx);
};

/** Ends waiting runs of people who have left the tag meanwhile. */
export const endRunsAfterLeaving = async (tx: Tx, actionId: string): Promise<void> => {
  await sql`
    update tag_action_runs r set state = ${endOfWaiting}, reason = 'left_tag', done_at = ${iso(now())}
    where r.action_id = ${actionId} and r.state = 'waiting' and not exists (
      select from tag_employees m join employees e on e.id = m.employee_id and e.deleted_at is null
      where m.tag_id = r.tag_id and m.employee_id = r.employee_id and m.joined_at = r.joined_at)`.execute(tx);
};

/** Removes these campaigns from the log of actions, which names the people of each email. */
export const unlinkRunCampaigns = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`update tag_action_runs set campaign_id = null where campaign_id = any(${campaigns}::uuid[])`.execute(tx);
};

/** Deletes the runs of people whose data is erased: they name campaigns, and tags by risk. */
export const forgetRuns = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from tag_action_runs where employee_id = any(${ids}::uuid[])`.execute(tx);
};
