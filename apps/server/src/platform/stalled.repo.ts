import { sql } from 'kysely';
import { after, iso, MINUTE, now } from './clock.ts';
import type { Platform } from './context.ts';
import { inSystem, inTenant, type SystemTx, type Tx } from './db.ts';

/**
 * Work that has not moved for so long is looked at. A job that waits, runs or is between two tries keeps it alive however
 * long it takes; these minutes only leave time to a job that has failed for good to write down its end.
 */
const STALLED_AFTER_MS = 5 * MINUTE;
/** Each time brings all tries of the job anew: whoever fails three times over fails for a reason that stays. */
const PUT_BACK_MAX = 3;

/** A row that says of itself that it is being worked on, and the task by which that shows. */
export type Stalled = {
  readonly id: string;
  readonly organization_id: string;
  readonly event_id: string | null;
  readonly jobKey: string;
};

/** What the owner of such a row does with it; both in a transaction that holds its task, and both safe to repeat. */
export type Attendance<S extends Stalled> = {
  putBack(tx: Tx, one: S): Promise<void>;
  giveUp(tx: Tx, one: S): Promise<void>;
};

/** Work last heard of before this moment is stalled, unless its job lives. */
export const stalledBefore = (): string => iso(after(now(), -STALLED_AFTER_MS));

/** Which of the jobs of these keys still wait or run. */
export const liveJobs = async (tx: SystemTx, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`select live_jobs(${[...keys]}::text[]) as key`.execute(tx);
  return new Set(rows.map((row) => row.key));
};

/** Which of these tasks are named by a job that still waits or runs. */
export const tasksWithJobs = async (tx: SystemTx, tasks: readonly string[]): Promise<ReadonlySet<string>> => {
  if (tasks.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select tasks_with_jobs(${[...tasks]}::text[]) as id`.execute(tx);
  return new Set(rows.map((row) => row.id));
};

/**
 * Looks after work that claims to be under way: where its job lives the task is told so, where the job is gone it is put
 * back, at most three times, and then the work ends. One that fails does not keep the others waiting.
 */
export const attendStalled = async <S extends Stalled>(
  platform: Platform,
  found: readonly S[],
  by: Attendance<S>,
): Promise<void> => {
  const keys = found.map((one) => one.jobKey);
  const alive = await inSystem(platform.db, (tx) => liveJobs(tx, keys));
  for (const one of found) {
    const scope = { organizationId: one.organization_id, readable: [one.organization_id] };
    await inTenant(platform.db, scope, 'write', (tx) => attend(tx, one, alive.has(one.jobKey), by)).then(
      (did) => did && platform.log.warn({ job: one.jobKey, did }, 'work that nobody was doing was found'),
      (error: Error) => platform.log.error({ job: one.jobKey, err: error }, 'stalled work could not be attended'),
    );
  }
};

const attend = async <S extends Stalled>(
  tx: Tx,
  one: S,
  alive: boolean,
  by: Attendance<S>,
): Promise<'put back' | 'given up' | null> => {
  const task = one.event_id ? await holdTask(tx, one.event_id) : undefined;
  const open = task?.status === 'in_process';
  if (open && task.beat_at >= stalledBefore()) return null; // it moved meanwhile
  if (alive) {
    if (open) await beatTask(tx, task.id, task.put_back);
    return null;
  }
  if (open && task.put_back < PUT_BACK_MAX) {
    await beatTask(tx, task.id, task.put_back + 1);
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

const beatTask = (tx: Tx, id: string, put_back: number) =>
  tx.updateTable('tasks').set({ beat_at: now(), put_back }).where('id', '=', id).execute();
