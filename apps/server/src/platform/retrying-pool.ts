import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Delay before the first retry, doubled up to the maximum. */
const WAIT_MS = { first: 250, most: 5_000 };
/** Tries of a stopping worker: a busy database still learns that its last jobs have ended, a lost one does not hold the stop up. */
const LAST_TRIES = 3;

/**
 * The error code that the queue treats as a lost connection: it writes the end of the job again after some seconds.
 * Any other error there would end the process, and swallowing the error would leave the job unfinished for ever.
 */
const NO_CONNECTION = 'ETIMEDOUT';

/** SQLSTATE classes of a server that stops, starts, is full, fails, or is read-only after a failover. */
const OF_SERVER = /^(?:08|53|57|58|XX)...$|^25006$/;

/** Whether a failed query was caused by the server or the connection rather than by the query itself. */
export const isServerFault = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || OF_SERVER.test(code);
};

const throwAsLostConnection = (error: unknown): never => {
  if (!isServerFault(error)) throw error;
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: NO_CONNECTION });
};

/**
 * Wraps a pool for the job queue: while the database is unavailable, `connect` retries until `end` is aborted and some
 * times after, and a connection that breaks during a query is reported in a way that makes the queue retry.
 */
export const retryingPool = (pool: pg.Pool, end: AbortSignal): pg.Pool => {
  const connectWithRetry = async (): Promise<pg.PoolClient> => {
    let triesLeft = LAST_TRIES;
    for (let wait = WAIT_MS.first; ; wait = Math.min(wait * 2, WAIT_MS.most)) {
      try {
        return await pool.connect();
      } catch (error) {
        if (pool.ending || !isServerFault(error)) throw error;
        if (end.aborted && --triesLeft <= 0) throw error;
        await sleep(end.aborted ? WAIT_MS.first : wait, undefined, end.aborted ? {} : { signal: end }).catch(() => {});
      }
    }
  };
  const reportLostConnection = (client: pg.PoolClient): pg.PoolClient => {
    const query = (...args: unknown[]): unknown => {
      const result = (client.query as (...all: unknown[]) => unknown).apply(client, args);
      return result instanceof Promise && !end.aborted ? result.catch(throwAsLostConnection) : result;
    };
    return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)) });
  };
  type Callback = Parameters<pg.Pool['connect']>[0];
  const connect = (callback?: Callback): unknown =>
    callback ? pool.connect(callback) : connectWithRetry().then(reportLostConnection);
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
