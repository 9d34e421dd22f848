import { setTimeout as pause } from 'node:timers/promises';
import Bowser from 'bowser';
import type { Platform } from '../../../platform/context.ts';
import { remembered } from './remembered.ts';
import * as repo from './tracking.repo.ts';
import type { Hit, Program, Seen } from './tracking.types.ts';
import { rulingOf } from './verdict.rules.ts';

export type Recorder = {
  /**
   * Stores the event and returns whose it was, after the commit; null for an unknown key. Returns «later» when the database
   * does not answer in time: the event is then kept in memory and stored as soon as the database is back.
   */
  record(hit: Hit): Promise<Seen | null | 'later'>;
  /** Events that are kept until the database is back, or wait for their commit. */
  waiting(): number;
  /** Stores what is waiting; gives up after some seconds without a database. */
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
/** Batches under way at once: while one waits for the disk, the next is judged. */
const WRITERS = 2;
/** Waits this long for company when requests come one by one; under load the commits before are the wait. */
const GATHER_MS = 2;
/** Results of this long are looked at by one job: it starts later than that, so whatever was stored before is seen. */
const COVERED_MS = 500;
/** Events in memory: about 20 MB. Beyond that a request is asked to come again, and nothing of it is kept. */
const WAITING_MAX = 20_000;
const PATIENCE_MS = 3_000;
const RETRY_MS = 500;
const FLUSH_MS = 10_000;

/**
 * Whether the same statement can succeed later: the connection broke, the server is away, starting or out of resources, or
 * locks were in the way. Errors without a code of PostgreSQL come from the connection.
 */
const isPassing = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return (
    typeof code !== 'string' || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(?:08|40|53|55P03|57|58|25006)/.test(code)
  );
};

/**
 * Group commit: while batches are being stored, the requests of the meantime gather for the next. Nobody gets an answer
 * before the own event is on the disk, and the database commits some hundred times a second, whatever comes in. While the
 * database is away, batches are tried again (decision 0111).
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
      if (isPassing(error)) return keep(batch, error as Error);
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

  // One timer for all requests: those that have waited too long are answered, and their events stay where they are.
  const impatient = setInterval(() => {
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
      clearInterval(impatient);
      if (waiting() > 0) log.error({ events: waiting() }, 'tracking events were lost: the database did not come back');
    },
  };
};

/** Stores one event at once, for processes without a recorder. */
export const storeOne = async (platform: Platform, hit: Hit): Promise<Seen | null> =>
  (await openStore(platform)([hit]))[0] ?? null;

/** Stores batches of hits, and returns whose they were. */
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
    // So slow a commit that the job may have started without these results: once more.
    if (risen.size > 0 && performance.now() - from > repo.REACT_AFTER_MS - COVERED_MS)
      await repo.reactAgain(db, [...risen]);
    return seen;
  };
};

/** Names of system and browser as the user agent claims them; parsing one takes longer than storing an event. */
const describeProgram = remembered(2_000, (userAgent): Program => {
  if (userAgent === '') return { userAgent, os: null, browser: null };
  try {
    const { os, browser } = Bowser.parse(userAgent);
    return { userAgent, os: os.name?.slice(0, 100) || null, browser: browser.name?.slice(0, 100) || null };
  } catch {
    return { userAgent, os: null, browser: null }; // nonsense in a header is no reason to lose the event
  }
});
