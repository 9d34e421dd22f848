import { sql } from 'kysely';
import { after, iso, MINUTE, now } from './clock.ts';
import type { Platform } from './context.ts';
import { inSystem, inTenant, type SystemTx, type Tx } from './db.ts';

/**
 * Work without progress for this long is checked. A job that waits, runs or is between two tries keeps its work alive
 * however long it takes; these minutes only give a job that failed for good the time to record that.
 */
const STALLED_AFTER_MS = 5 * MINUTE;
/** Each restart repeats all tries of the job, so work that fails after three restarts has a permanent cause. */
const PUT_BACK_MAX = 3;

/** A row marked as being worked on, with the task that shows its progress. */
export type Stalled = {
  readonly id: string;
  readonly organization_id: string;
  readonly task_id: string | null;
  readonly jobKey: string;
};

/**
 * How a module handles its stalled rows. Both functions run in a transaction that locks the task and are safe to
 * repeat.
 */
export type StalledHandlers<S extends Stalled> = {
  putBack(tx: Tx, one: S): Promise<void>;
  giveUp(tx: Tx, one: S): Promise<void>;
};

/** Work without progress since this instant is stalled, unless its job is alive. */
export const stalledBefore = (): string => iso(after(now(), -STALLED_AFTER_MS));

/** The keys that have a queued or running job. */
export const findLiveJobs = async (tx: SystemTx, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`select live_jobs(${[...keys]}::text[]) as key`.execute(tx);
  return new Set(rows.map((row) => row.key));
};

/** The tasks that a queued or running job refers to. */
export const findTasksWithJobs = async (tx: SystemTx, tasks: readonly string[]): Promise<ReadonlySet<string>> => {
  if (tasks.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select tasks_with_jobs(${[...tasks]}::text[]) as id`.execute(tx);
  return new Set(rows.map((row) => row.id));
};

/**
 * Checks work that is marked as under way. If its job is alive, the task's heartbeat is refreshed. If the job is
 * gone, it is queued again, three times at most; then the work is ended. A failure of one row does not affect the
 * others.
 */
export const handleStalled = async <S extends Stalled>(
  platform: Platform,
  found: readonly S[],
  by: StalledHandlers<S>,
): Promise<void> => {
  const keys = found.map((one) => one.jobKey);
  const alive = await inSystem(platform.db, (tx) => findLiveJobs(tx, keys));
  for (const one of found) {
    const scope = { organizationId: one.organization_id, readable: [one.organization_id] };
    await inTenant(platform.db, scope, 'write', (tx) => attend(tx, one, alive.has(one.jobKey), by)).then(
      (did) => did && platform.log.warn({ job: one.jobKey, did }, 'stalled work was found'),
      (error: Error) => platform.log.error({ job: one.jobKey, err: error }, 'stalled work could not be handled'),
    );
  }
};

const attend = async <S extends Stalled>(
  tx: Tx,
  one: S,
  alive: boolean,
  by: StalledHandlers<S>,
): Promise<'put back' | 'given up' | null> => {
  const task = one.task_id ? await holdTask(tx, one.task_id) : undefined;
  const open = task?.status === 'in_process';
  if (open && task.beat_at >= stalledBefore()) return null; // it progressed meanwhile
  if (alive) {
    if (open) await recordTaskProgress(tx, task.id, task.put_back);
    return null;
  }
  if (open && task.put_back < PUT_BACK_MAX) {
    await recordTaskProgress(tx, task.id, task.put_back + 1);
    await by.putBack(tx, one);
    return 'put back';
  }
  await by.giveUp(tx, one);
  return 'given up';
};

const holdTask = (tx: Tx, id: string) =>
  tx
    .selectFrom('tasks')
    .select(['id', 'status', 'beat_at', 'put_back'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const recordTaskProgress = (tx: Tx, id: string, put_back: number) =>
  tx.updateTable('tasks').set({ beat_at: now(), put_back }).where('id', '=', id).execute();
