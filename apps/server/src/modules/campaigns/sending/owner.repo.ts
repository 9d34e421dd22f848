import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Platform } from '../../../platform/context.ts';
import { LIVENESS } from './sending.repo.ts';

export type Owner = { readonly id: string; close(): Promise<void> };
const RETRY_MS = 1_000;

/**
 * A sender's id, held as an advisory lock of its own database connection. When the process dies, PostgreSQL releases the
 * lock, and other senders can take its emails back at once. A living sender may lose the lock without harm: emails that
 * were taken back have another owner, and the journal refuses to hand them over.
 */
export const openOwner = async (platform: Platform): Promise<Owner> => {
  const id = randomInt(1, 2 ** 31 - 1);
  let closed = false;
  let client: PoolClient | null = null;
  const hold = async (): Promise<void> => {
    const made = await platform.db.owner.connect();
    made.on('error', () => lost(made));
    await made.query('select pg_advisory_lock($1::int, $2::int)', [LIVENESS, id]);
    client = made;
  };
  const lost = (which: PoolClient) => {
    if (client === which) client = null;
    which.release(true);
    if (!closed) again();
  };
  const again = () => {
    setTimeout(() => {
      if (closed || client) return;
      hold().catch((error: Error) => {
        platform.log.warn({ reason: error.message }, 'the sender could not register at the database');
        again();
      });
    }, RETRY_MS).unref();
  };
  await hold();
  return {
    id: String(id),
    async close() {
      closed = true;
      const held = client;
      client = null;
      held?.release(true);
    },
  };
};
