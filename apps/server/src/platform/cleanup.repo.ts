import { after, DAY, iso, MINUTE, now } from './clock.ts';
import type { SystemTx } from './db.ts';
import { tasksWithJobs } from './stalled.repo.ts';

/** A task that has not moved for so long, and has no job, belongs to nobody any more; modules look after theirs sooner. */
const TASK_PATIENCE_MS = 15 * MINUTE;

/** Takes away what has had its time: sessions, links, codes, idempotency keys, rate windows; ends tasks that were lost. */
export const cleanUp = async (tx: SystemTx): Promise<void> => {
  const at = now();
  await tx.deleteFrom('sessions').where('expires_at', '<', iso(at)).execute();
  await tx
    .deleteFrom('link_tokens')
    .where('expires_at', '<', iso(after(at, -30 * DAY)))
    .execute();
  await tx.deleteFrom('two_factor_codes').where('expires_at', '<', iso(at)).execute();
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', iso(after(at, -2 * DAY)))
    .execute();
  await tx
    .deleteFrom('rate_windows')
    .where('window_start', '<', iso(after(at, -DAY)))
    .execute();
  await tx
    .deleteFrom('known_places')
    .where('seen_at', '<', iso(after(at, -90 * DAY)))
    .execute();
  await endLostTasks(tx, at);
};

/** What no module looks after and no job names any more, such as the writing of a file. Whoever asked for it can ask again. */
const endLostTasks = async (tx: SystemTx, at: Date) => {
  const idle = await tx
    .selectFrom('task_events')
    .select('id')
    .where('status', '=', 'in_process')
    .where('beat_at', '<', iso(after(at, -TASK_PATIENCE_MS)))
    .orderBy('beat_at')
    .limit(1_000)
    .execute();
  const ids = idle.map(({ id }) => id);
  const alive = await tasksWithJobs(tx, ids);
  const lost = ids.filter((id) => !alive.has(id));
  if (lost.length === 0) return;
  await tx
    .updateTable('task_events')
    .set({ status: 'error', message: 'task.lost', finished_at: at })
    .where('id', 'in', lost)
    .where('status', '=', 'in_process')
    .execute();
};
