import { after, DAY, iso, MINUTE, now } from './clock.ts';
import type { SystemTx } from './db.ts';
import { findTasksWithJobs } from './stalled-work.repo.ts';

/** A task without a job and without progress for this long is lost. Modules look after their own stalled work earlier. */
const LOST_AFTER_MS = 15 * MINUTE;

/** Deletes old idempotency keys and rate windows, and ends lost tasks. */
export const cleanUp = async (tx: SystemTx): Promise<void> => {
  const at = now();
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', iso(after(at, -2 * DAY)))
    .execute();
  await tx
    .deleteFrom('rate_windows')
    .where('window_start', '<', iso(after(at, -DAY)))
    .execute();
  await endLostTasks(tx, at);
};

/**
 * Ends tasks that belong to no module's sweep and no job, such as an export whose job is gone. The person can start
 * it again.
 */
const endLostTasks = async (tx: SystemTx, at: Date) => {
  const idle = await tx
    .selectFrom('tasks')
    .select('id')
    .where('status', '=', 'in_process')
    .where('beat_at', '<', iso(after(at, -LOST_AFTER_MS)))
    .orderBy('beat_at')
    .limit(1_000)
    .execute();
  const ids = idle.map(({ id }) => id);
  const alive = await findTasksWithJobs(tx, ids);
  const lost = ids.filter((id) => !alive.has(id));
  if (lost.length === 0) return;
  await tx
    .updateTable('tasks')
    .set({ status: 'error', message: 'task.lost', finished_at: at })
    .where('id', 'in', lost)
    .where('status', '=', 'in_process')
    .execute();
};
