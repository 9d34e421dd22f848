import Bowser from 'bowser';
import type { Platform } from '../../../platform/context.ts';
import { remembered } from './remembered.ts';
import * as repo from './tracking.repo.ts';
import type { Hit, Program, Recipient } from './tracking.types.ts';
import { countLinks, rulingOf } from './verdict.rules.ts';

export type Recorder = {
  /** Stores the event and answers whose it was, after the commit; null for an unknown key. */
  record(hit: Hit): Promise<Recipient | null>;
  /** Requests that wait for a commit. */
  waiting(): number;
  flush(): Promise<void>;
};
type Waiting = { readonly hit: Hit; resolve(recipient: Recipient | null): void; reject(error: unknown): void };

const BATCH_MAX = 400;
/** Batches under way at once: while one waits for the disk, the next is judged. */
const WRITERS = 2;
/** Waits this long for company when requests come one by one; under load the commits before are the wait. */
const GATHER_MS = 2;
/** Results of this long are looked at by one job: it starts later than that, so whatever was stored before is seen. */
const COVERED_MS = 500;

/**
 * Group commit: while batches are being stored, the requests of the meantime gather for the next. Nobody gets an answer
 * before the own event is on the disk, and the database commits some hundred times a second, whatever comes in.
 */
export const openRecorder = (platform: Platform): Recorder => {
  const { log } = platform;
  const store = openStore(platform);
  const running = new Set<Promise<void>>();
  const queue: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;

  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const seen = await store(batch.map((one) => one.hit));
      batch.forEach((one, index) => one.resolve(seen[index] ?? null));
    } catch (error) {
      log.error({ reason: (error as Error).message, requests: batch.length }, 'tracking events could not be stored');
      for (const one of batch) one.reject(error);
    }
  };
  const kick = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (running.size >= WRITERS || queue.length === 0) return;
    const under = run(queue.splice(0, BATCH_MAX)).finally(() => {
      running.delete(under);
      kick();
    });
    running.add(under);
  };
  return {
    record: (hit) =>
      new Promise((resolve, reject) => {
        queue.push({ hit, resolve, reject });
        if (running.size < WRITERS) timer ??= setTimeout(kick, GATHER_MS);
      }),
    waiting: () => queue.length,
    async flush() {
      while (running.size > 0 || queue.length > 0) {
        kick();
        await Promise.race(running);
      }
    },
  };
};

/** Stores batches of hits, and answers whose they were. */
const openStore = ({ db, metrics }: Platform) => {
  const links = countLinks();
  const covered = new Map<string, number>();
  return async (hits: readonly Hit[]): Promise<(Recipient | null)[]> => {
    const batch = hits.map((hit) => ({
      hit,
      program: describeProgram(hit.userAgent),
      ruling: rulingOf(hit, links.count(hit)),
    }));
    const from = performance.now();
    for (const [id, until] of covered) if (until <= from) covered.delete(id);
    const stored = await repo.storeHits(db, batch, [...covered.keys()]);
    const seen: (Recipient | null)[] = hits.map(() => null);
    const risen = new Set<string>();
    for (const one of stored) {
      const { kind } = hits[one.place - 1]!;
      seen[one.place - 1] = one;
      if (one.reacting !== null) risen.add(one.campaign_id);
      if (one.reacting) covered.set(one.campaign_id, from + COVERED_MS);
      metrics.tracking.inc({ kind, verdict: one.human ? 'human' : 'automatic' });
    }
    if (stored.length < hits.length) hits.forEach((hit, index) => seen[index] ?? links.forget(hit));
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
