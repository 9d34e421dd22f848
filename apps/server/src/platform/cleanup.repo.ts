import { sql } from 'kysely';
import { after, DAY, iso, MINUTE, now } from './clock.ts';
import type { SystemTx } from './db.ts';

/** A task that has not moved for so long belongs to nobody any more. */
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
    .updateTable('task_events')
    .set({ status: 'error', message: 'task.lost', finished_at: at, done: sql`done` })
    .where('status', '=', 'in_process')
    .where('beat_at', '<', iso(after(at, -TASK_PATIENCE_MS)))
    .execute();
};
