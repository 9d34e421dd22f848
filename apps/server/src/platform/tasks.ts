import { sql } from 'kysely';
import { now } from './clock.ts';
import { AppError } from './errors.ts';
import type { JobCtx } from './jobs.ts';
import type { Tx } from './db.ts';

export type NewTask = { kind: string; createdBy: string | null; total?: number; cancellable?: boolean };

/** Creates the row that shows a long task to people. The web polls its id. */
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

/** Maximum number of exports, reports and imports that a person may have under way at once, per kind. */
export const HEAVY_TASKS_MAX = 5;

/** Serialises the limit check of a person's heavy work until the transaction ends. */
export const lockHeavyWork = async (tx: Tx, personId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`heavy-work:${personId}`}, 0))`.execute(tx);
};

/** {@link openTask} for work that keeps a worker busy; rejected while the person has too much of it under way. */
export const openHeavyTask = async (tx: Tx, task: NewTask & { createdBy: string }): Promise<string> => {
  await lockHeavyWork(tx, task.createdBy);
  const { n } = await tx
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('created_by', '=', task.createdBy)
    .where('status', '=', 'in_process')
    .where('kind', '=', task.kind)
    .executeTakeFirstOrThrow();
  if (n >= HEAVY_TASKS_MAX) throw new AppError('task.limit', { most: HEAVY_TASKS_MAX }, 60);
  return openTask(tx, task);
};

/** Thrown by {@link stepTask} after the person cancelled: the job ends, and its uncommitted work is rolled back. */
export class TaskCancelled extends Error {}

/** Thrown by a job whose work another attempt cannot do: the task ends with this message. */
export class TaskRejected extends Error {}

type Step = { done?: number; total?: number; stage?: string };

/** Reports progress within the caller's transaction. Returns whether cancellation was requested. */
export const recordTaskProgress = async (tx: Tx, id: string, step: Step): Promise<boolean> => {
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

/** Reports progress in a transaction of its own. Throws {@link TaskCancelled} if cancellation was requested. */
export const stepTask = async (ctx: JobCtx, id: string, step: Step): Promise<void> => {
  if (await ctx.run('write', (tx) => recordTaskProgress(tx, id, step))) throw new TaskCancelled();
};

/** Asks the job of a task to stop at its next step. */
export const requestCancel = (tx: Tx, id: string) =>
  tx.updateTable('tasks').set({ cancel_requested: true }).where('id', '=', id).execute();

export const deleteTask = (tx: Tx, id: string) => tx.deleteFrom('tasks').where('id', '=', id).execute();

/** Ends a task. `message` and `detail` are for people; `result` is for the page that polls. Safe to repeat. */
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
