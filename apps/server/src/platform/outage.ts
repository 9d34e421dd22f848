import type { Logger } from 'pino';
import { SECOND } from './clock.ts';
import { isLostDatabase, reasonOf } from './database-failure.ts';

const PROBE_MS = SECOND / 2;

/** Replaces the log lines of everything that retries while the database is away by one at its beginning and one at its end. */
export type Outage = {
  /** Whether a line about this error is left out. The first error of an outage writes the line of its beginning. */
  covers(error: unknown): boolean;
  /** Adds a database, whose `probe` fails while it is away. Returns a function that removes it. */
  watch(probe: () => Promise<void>): () => void;
};

export const createOutage = (log: () => Pick<Logger, 'warn' | 'info'>): Outage => {
  const probes = new Set<() => Promise<void>>();
  let since: number | undefined;
  const look = async (): Promise<void> => {
    const results = await Promise.allSettled([...probes].map((probe) => probe()));
    if (results.some((one) => one.status === 'rejected' && isLostDatabase(one.reason))) return again();
    if (probes.size > 0)
      log().info({ seconds: Math.round((performance.now() - since!) / SECOND) }, 'the database answers again');
    since = undefined;
  };
  const again = () => void setTimeout(() => void look(), PROBE_MS).unref();
  return {
    covers(error) {
      if (probes.size === 0 || !isLostDatabase(error)) return false;
      if (since === undefined) {
        since = performance.now();
        log().warn({ reason: reasonOf(error) }, 'the connection to the database was lost');
        again();
      }
      return true;
    },
    watch(probe) {
      probes.add(probe);
      return () => void probes.delete(probe);
    },
  };
};
