import { setTimeout as pause } from 'node:timers/promises';
import Bowser from 'bowser';
import type { Platform } from '../../platform/context.ts';
import { remembered } from './remembered.ts';
import * as repo from './tracking.repo.ts';
import type { Hit, Program, Seen } from './tracking.types.ts';
import { rulingOf } from './verdict.rules.ts';

export type Recorder = {
  /**
   * Stores the event and returns its recipient after the commit; null for an unknown key. Returns «later» if the database
   * does not answer in time: the event is then kept in memory and stored when the database is back.
   */
  record(hit: Hit): Promise<Seen | null | 'later'>;
  /** Number of events that wait for the database or for their commit. */
  waiting(): number;
  /** Stores the waiting events; gives up after some seconds without a database. */
  flush(): Promise<void>;
};
type Waiting = {
  hit: Hit;
  readonly since: number;
  /** Null once the request has been answered. */
  answer: ((seen: Seen | null | 'later') => void) | null;
  reject(error: unknown): void;
};

const BATCH_MAX = 400;
/** Number of concurrent batches: while one waits for the disk, the next one is judged. */
const WRITERS = 2;
/** Delay in which a batch collects requests. Under load, requests collect while earlier batches commit. */
const GATHER_MS = 2;
/** One job handles the results of this period. The job starts after the period, so it sees all of them. */
const COVERED_MS = 500;
/**
 * Maximum number of events in memory, about 20 MB. Further requests are asked to come again, and nothing of them is kept.
 */
const WAITING_MAX = 20_000;
const PATIENCE_MS = 3_000;
const RETRY_MS = 500;
const FLUSH_MS = 10_000;

/**
 * Whether the same statement can succeed later: the connection broke, the server is away, starting or out of resources, or
 * a lock was held, or a recipient got another id when results were separated from their persons (23503: the repetition no
 * longer finds it). Errors without a PostgreSQL code come from the connection.
 */
const isTransient = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return (
    typeof code !== 'string' ||
    !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) ||
    /^(?:08|23503|40|53|55P03|57|58|25006)/.test(code)
  );
};

/**
 * Group commit: while batches are being stored, new requests collect for the next batch. No request is answered before its
 * event is on the disk, and the database commits a few hundred times per second at any load. While the database is away,
 * batches are retried (decision 0111).
 */
export const openRecorder = (platform: Platform): Recorder => {
  const { log } = platform;
  const store = openStore(platform);
  const running = new Map<Promise<void>, readonly Waiting[]>();
  const queue: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  const keep = (batch: readonly Waiting[], error: Error): void => {
    if (failures++ === 0) log.error({ err: error }, 'tracking events wait for the database');
    for (const one of batch) one.hit = { ...one.hit, again: true };
    queue.unshift(...batch);
    queue.sort((a, b) => a.since - b.since);
  };
  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const seen = await store(batch.map((one) => one.hit));
      if (failures > 0) log.info({ requests: waiting() }, 'tracking events are stored again');
      failures = 0;
      batch.forEach((one, index) => one.answer?.(seen[index] ?? null));
    } catch (error) {
      if (isTransient(error)) return keep(batch, error as Error);
      log.error({ err: error, requests: batch.length }, 'tracking events could not be stored');
      for (const one of batch) one.reject(error);
    }
  };
  const kick = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (running.size >= WRITERS || queue.length === 0) return;
    const batch = queue.splice(0, BATCH_MAX);
    const under = run(batch).finally(() => {
      running.delete(under);
      if (failures === 0) kick();
      else wait();
    });
    running.set(under, batch);
  };
  const wait = () => {
    if (running.size < WRITERS) timer ??= setTimeout(kick, failures === 0 ? GATHER_MS : RETRY_MS);
  };
  const waiting = () => [...running.values()].reduce((sum, batch) => sum + batch.length, queue.length);

  // One timer for all requests: requests that have waited too long are answered, and their events stay queued.
  const timeoutCheck = setInterval(() => {
    const before = performance.now() - PATIENCE_MS;
    for (const list of [...running.values(), queue])
      for (const one of list) {
        if (one.since > before) break;
        one.answer?.('later');
        one.answer = null;
      }
  }, RETRY_MS).unref();

  return {
    record: (hit) =>
      new Promise((resolve, reject) => {
        if (queue.length >= WAITING_MAX) return resolve('later');
        queue.push({ hit, since: performance.now(), answer: resolve, reject });
        wait();
      }),
    waiting,
    async flush() {
      const until = performance.now() + FLUSH_MS;
      while (waiting() > 0 && (failures === 0 || performance.now() < until)) {
        if (failures === 0) kick();
        await Promise.race([...running.keys(), pause(RETRY_MS)]);
      }
      clearInterval(timeoutCheck);
      if (waiting() > 0) log.error({ events: waiting() }, 'tracking events were lost: the database did not come back');
    },
  };
};

/** Stores one event at once, for processes without a recorder. */
export const storeOne = async (platform: Platform, hit: Hit): Promise<Seen | null> =>
  (await openStore(platform)([hit]))[0] ?? null;

/** Stores batches of hits and returns their recipients. */
const openStore = ({ db, metrics }: Platform) => {
  const covered = new Map<string, number>();
  return async (hits: readonly Hit[]): Promise<(Seen | null)[]> => {
    const batch = hits.map((hit) => ({ hit, program: describeProgram(hit.userAgent), ruling: rulingOf(hit) }));
    const from = performance.now();
    for (const [id, until] of covered) if (until <= from) covered.delete(id);
    const stored = await repo.storeHits(db, batch, [...covered.keys()]);
    const seen: (Seen | null)[] = hits.map(() => null);
    const risen = new Set<string>();
    for (const one of stored) {
      const { kind } = hits[one.place - 1]!;
      seen[one.place - 1] = one;
      if (one.reacting !== null) risen.add(one.campaign_id);
      if (one.reacting) covered.set(one.campaign_id, from + COVERED_MS);
      metrics.tracking.inc({ kind, verdict: one.human ? 'human' : one.unconfirmed ? 'unconfirmed' : 'automatic' });
    }
    // The commit was so slow that the job may have started without these results: enqueue it again.
    if (risen.size > 0 && performance.now() - from > repo.REACT_AFTER_MS - COVERED_MS)
      await repo.reactAgain(db, [...risen]);
    return seen;
  };
};

/**
 * Returns the system and browser named by the user agent. The results are cached, because parsing takes longer than storing
 * an event.
 */
const describeProgram = remembered(2_000, (userAgent): Program => {
  if (userAgent === '') return { userAgent, os: null, browser: null };
  try {
    const { os, browser } = Bowser.parse(userAgent);
    return { userAgent, os: os.name?.slice(0, 100) || null, browser: browser.name?.slice(0, 100) || null };
  } catch {
    return { userAgent, os: null, browser: null }; // an unreadable header is no reason to lose the event
  }
});
