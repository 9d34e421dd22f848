import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Platform } from '../../platform/context.ts';
import { LIVENESS } from './delivery.repo.ts';

export type Owner = {
  readonly id: string;
  /** Returns the name of the next claim. No two claims share one, so an email that was claimed again has another name. */
  nextClaim(): string;
  close(): Promise<void>;
};
const RETRY_MS = 1_000;

/**
 * A sender's id, held as an advisory lock of its own database connection. When the process dies, PostgreSQL releases the
 * lock, and other senders can take its emails back at once. A living sender may lose the lock without harm: emails that
 * were taken back belong to no claim or to another one, even if this sender has claimed them again, and no statement
 * hands over or ends what an earlier claim still holds in memory.
 */
export const openOwner = async (platform: Platform): Promise<Owner> => {
  const id = randomInt(1, 2 ** 31 - 1);
  let claims = 0;
  let isClosed = false;
  let client: PoolClient | null = null;
  const hold = async (): Promise<void> => {
    const connection = await platform.db.owner.connect();
    connection.on('error', () => lost(connection));
    await connection.query('select pg_advisory_lock($1::int, $2::int)', [LIVENESS, id]);
    client = connection;
  };
  const lost = (which: PoolClient) => {
    if (client === which) client = null;
    which.release(true);
    if (!isClosed) again();
  };
  const again = () => {
    setTimeout(() => {
      if (isClosed || client) return;
      hold().catch((error: Error) => {
        platform.log.warn({ err: error }, 'the sender could not register at the database');
        again();
      });
    }, RETRY_MS).unref();
  };
  await hold();
  return {
    id: String(id),
    nextClaim: () => `${id}/${++claims}`,
    async close() {
      isClosed = true;
      const connection = client;
      client = null;
      connection?.release(true);
    },
  };
};
