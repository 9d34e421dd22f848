import { setTimeout as pass } from 'node:timers/promises';
import type pg from 'pg';

/** A database that is away is asked for again after this long, then after longer, up to the most. */
const WAIT_MS = { first: 250, most: 5_000 };

/**
 * What the queue takes for «no connection to the server», and then writes the end of a job again after some seconds. Any
 * other failure there would end the process, and one that is only kept quiet would leave the job to nobody.
 */
const NO_CONNECTION = 'ETIMEDOUT';

/** SQLSTATE classes of a server that stops, starts, is full or fails, and of one that is only read from after a failover. */
const OF_SERVER = /^(?:08|53|57|58|XX)...$|^25006$/;

/** Whether a failed query says something of the server or the way to it, and nothing of the query. */
export const isServersFault = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || OF_SERVER.test(code);
};

const unreachable = (error: unknown): never => {
  if (!isServersFault(error)) throw error;
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: NO_CONNECTION });
};

/**
 * The pool as the job queue needs it: while the database is away, `connect` waits for it instead of failing, until `end`; a
 * connection that breaks under a query is reported so that the queue asks again.
 */
export const patientPool = (pool: pg.Pool, end: AbortSignal): pg.Pool => {
  const patient = async (): Promise<pg.PoolClient> => {
    for (let wait = WAIT_MS.first; ; wait = Math.min(wait * 2, WAIT_MS.most)) {
      try {
        return await pool.connect();
      } catch (error) {
        if (end.aborted || pool.ending || !isServersFault(error)) throw error;
        await pass(wait, undefined, { signal: end }).catch(() => undefined);
      }
    }
  };
  const watched = (client: pg.PoolClient): pg.PoolClient => {
    const query = (...given: unknown[]): unknown => {
      const asked = (client.query as (...all: unknown[]) => unknown).apply(client, given);
      return asked instanceof Promise && !end.aborted ? asked.catch(unreachable) : asked;
    };
    return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)) });
  };
  type Told = Parameters<pg.Pool['connect']>[0];
  const connect = (told?: Told): unknown => (told ? pool.connect(told) : patient().then(watched));
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
