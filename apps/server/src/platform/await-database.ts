import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from './clock.ts';
import { DatabaseClient } from './database-client.ts';
import { DatabaseUnusable, isAway, reasonOf } from './database-failure.ts';
import type { Log } from './log.ts';

const CONNECT_MS = 10 * SECOND;
const PAUSE_MS = SECOND / 2;
const LINE_MS = 10 * SECOND;

/** Opens and closes a connection. Throws the error of the driver if that fails. */
const tryConnection = async (url: string): Promise<void> => {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'sergak-start',
  });
  await client.connect();
  await client.end();
};

/** Throws an error for the operator if the database does not let this installation in now. */
export const assertDatabase = async (url: string): Promise<void> => {
  await tryConnection(url).catch((error: unknown) => {
    throw new DatabaseUnusable(error);
  });
};

/**
 * Waits until the database answers, with a line every ten seconds. Does not wait for what no waiting repairs, such as a wrong
 * password or a missing database.
 */
export const awaitDatabase = async (url: string, log: Log, end: AbortSignal): Promise<void> => {
  let lineAt: number | undefined;
  for (;;) {
    try {
      await tryConnection(url);
      if (lineAt !== undefined) log.info('the database answers');
      return;
    } catch (error) {
      if (!isAway(error)) throw new DatabaseUnusable(error);
      if (lineAt === undefined || performance.now() - lineAt >= LINE_MS) {
        log.warn({ reason: reasonOf(error) }, 'the database is away: the start waits for it');
        lineAt = performance.now();
      }
    }
    await pause(PAUSE_MS, undefined, { signal: end });
  }
};
