import type { AuditTarget } from '@sergak/contract/audit/audit.schema.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { BulkKind, BulkSkipped } from '@sergak/contract/tasks/bulk.schema.ts';
import { sql } from 'kysely';
import { now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';
import { stalledBefore } from './stalled-work.repo.ts';

/** The person who made the call, with the role at that time. */
export type BulkActor = { readonly id: string; readonly name: string; readonly role: Role };
/** Number of people done, and of people skipped by reason. */
export type BulkTally = { readonly done: number; readonly skipped: BulkSkipped };
/** Result of one part, with the ids of the people it was done to. */
export type BulkPart = BulkTally & { readonly people: readonly string[] };

export type NewWork = {
  readonly taskId: string;
  readonly kind: BulkKind;
  readonly people: readonly string[];
  readonly seats: number;
  readonly tally: BulkTally;
  readonly detail: unknown;
  readonly target: AuditTarget | null;
  readonly by: BulkActor;
};

export const insertWork = async (tx: Tx, work: NewWork): Promise<void> => {
  await sql`
    insert into bulk_works (task_id, kind, people, seats, tally, detail, target, actor_id, actor_name, actor_role, created_at)
    values (${work.taskId}, ${work.kind}, ${work.people}::uuid[], ${work.seats}, ${JSON.stringify(work.tally)}::jsonb,
      ${JSON.stringify(work.detail)}::jsonb, ${work.target && JSON.stringify(work.target)}::jsonb, ${work.by.id}, ${work.by.name}, ${work.by.role}, ${now()})`.execute(
    tx,
  );
};

export type Work = {
  readonly task_id: string;
  readonly kind: BulkKind;
  readonly position: number;
  readonly total: number;
  /** The next people, at most as many as requested. */
  readonly people: readonly string[];
  readonly tally: BulkTally;
  readonly detail: unknown;
  readonly target: AuditTarget | null;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly actor_role: Role;
  readonly cancel_requested: boolean;
};

/** Locks a task until the transaction ends and returns its remaining work; undefined if the task has ended. */
export const lockWork = async (tx: Tx, taskId: string, most: number): Promise<Work | undefined> => {
  const { rows } = await sql<Work>`
    select w.task_id, w.kind, w.position, cardinality(w.people) as total, w.people[w.position + 1:w.position + ${most}::int] as people,
      w.tally, w.detail, w.target, w.actor_id, w.actor_name, w.actor_role, t.cancel_requested
    from bulk_works w join tasks t on t.organization_id = w.organization_id and t.id = w.task_id
    where w.task_id = ${taskId} for update of w`.execute(tx);
  return rows[0];
};

/**
 * Records that `people` more people were processed and which of them were `done`, and releases the seats reserved for
 * them.
 */
export const advanceWork = (tx: Tx, taskId: string, people: number, tally: BulkTally, done: readonly string[]) =>
  sql`update bulk_works set position = position + ${people}, seats = greatest(0, seats - ${people}),
      tally = ${JSON.stringify(tally)}::jsonb, done = done || ${done}::uuid[]
    where task_id = ${taskId}`.execute(tx);

/** Ids of the people done so far, in order. */
export const findDonePeople = async (tx: Tx, taskId: string): Promise<string[]> =>
  (await sql<{ ids: string[] }>`select done::text[] as ids from bulk_works where task_id = ${taskId}`.execute(tx))
    .rows[0]!.ids;

export const deleteWork = (tx: Tx, taskId: string) =>
  tx.deleteFrom('bulk_works').where('task_id', '=', taskId).execute();

/** Bulk tasks of all organisations that have not progressed for a while. */
export const findIdleWorks = async (tx: SystemTx) => {
  const { rows } = await sql<{ task_id: string; organization_id: string }>`
    select w.task_id, w.organization_id from bulk_works w
    join tasks t on t.organization_id = w.organization_id and t.id = w.task_id
    where t.beat_at < ${stalledBefore()} order by w.created_at limit 200`.execute(tx);
  return rows;
};
