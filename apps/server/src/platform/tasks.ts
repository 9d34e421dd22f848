import { sql } from 'kysely';
import { now } from './clock.ts';
import { AppError } from './errors.ts';
import type { JobCtx } from './jobs.ts';
import type { Tx } from './db.ts';

export type NewTask = { kind: string; createdBy: string | null; total?: number; cancellable?: boolean };

/** Opens the event by which a long task shows itself; the id is what the web polls. */
export const openTask = async (tx: Tx, task: NewTask): Promise<string> => {
  const row = await tx
    .insertInto('tasks')
    .values({
      kind: task.kind,
      created_by: task.createdBy,
      total: task.total ?? null,
      cancellable: task.cancellable ?? false,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Exports, reports and imports that one person may have under way at the same time, of each kind of work. */
export const HEAVY_AT_ONCE = 5;

/** Lets only one order of heavy work of a person be counted at a time, until the transaction ends. */
export const lockHeavyWork = async (tx: Tx, personId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`heavy-work:${personId}`}, 0))`.execute(tx);
};

/** {@link openTask} for work that keeps a worker busy: refused while the person has too much of it under way. */
export const openHeavyTask = async (tx: Tx, task: NewTask & { createdBy: string }): Promise<string> => {
  await lockHeavyWork(tx, task.createdBy);
  const { n } = await tx
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('created_by', '=', task.createdBy)
    .where('status', '=', 'in_process')
    .where('kind', '=', task.kind)
    .executeTakeFirstOrThrow();
  if (n >= HEAVY_AT_ONCE) throw new AppError('task.limit', { most: HEAVY_AT_ONCE }, 60);
  return openTask(tx, task);
};

/** Thrown by {@link stepTask} when the person pressed cancel: the job ends, and what it did not commit is gone. */
export class TaskCancelled extends Error {}

type Step = { done?: number; total?: number; stage?: string };

/** Reports progress within the caller's transaction; answers whether cancelling was asked for. */
export const beatTask = async (tx: Tx, id: string, step: Step): Promise<boolean> => {
  const row = await tx
    .updateTable('tasks')
    .set({
      beat_at: now(),
      ...(step.done === undefined ? {} : { done: step.done }),
      ...(step.total === undefined ? {} : { total: step.total }),
      ...(step.stage === undefined ? {} : { stage: step.stage }),
    })
    .where('id', '=', id)
    .returning(['cancel_requested'])
    .executeTakeFirst();
  return row?.cancel_requested ?? false;
};

/** Reports progress, in a transaction of its own, and throws {@link TaskCancelled} when cancelling was asked for. */
export const stepTask = async (ctx: JobCtx, id: string, step: Step): Promise<void> => {
  if (await ctx.run('write', (tx) => beatTask(tx, id, step))) throw new TaskCancelled();
};

/** Ends a task. `message` and `detail` are for people; `result` for the page that waits. Safe to repeat. */
export const endTask = async (
  tx: Tx,
  id: string,
  end: { status: 'success' | 'error'; message?: string; detail?: string; result?: unknown },
): Promise<void> => {
  await tx
    .updateTable('tasks')
    .set({
      status: end.status,
      message: end.message ?? null,
      detail: end.detail ?? null,
      result: end.result === undefined ? null : JSON.stringify(end.result),
      finished_at: now(),
      done: end.status === 'success' ? sql`coalesce(total, done)` : sql`done`,
    })
    .where('id', '=', id)
    .where('status', '=', 'in_process')
    .execute();
};
