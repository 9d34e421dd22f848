import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../platform/context.ts';
import { storeHits } from './store.ts';
import type { Hit, Seen } from './tracking.types.ts';

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
/** Delay in which a batch collects requests. Under load, they collect while the batch before commits. */
const GATHER_MS = 2;
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
  // A lost connection has no code and no name of its own; an error of ours has one, and would repeat for ever.
  if (typeof code !== 'string') return error instanceof Error && error.name === 'Error';
  return !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(?:08|23503|40|53|55P03|57|58|25006)/.test(code);
};

/**
 * Group commit: while a batch is being stored, new requests collect for the next one. No request is answered before its
 * event is on the disk, and the database commits a few hundred times per second at any load. While the database is away,
 * batches are retried (decision 0111).
 */
export const openRecorder = (platform: Platform): Recorder => {
  const { log } = platform;
  let running: { readonly batch: readonly Waiting[]; readonly stored: Promise<void> } | null = null;
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
      const seen = await storeHits(
        platform,
        batch.map((one) => one.hit),
      );
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
    if (running || queue.length === 0) return;
    const batch = queue.splice(0, BATCH_MAX);
    const stored = run(batch).finally(() => {
      running = null;
      if (failures === 0) kick();
      else wait();
    });
    running = { batch, stored };
  };
  const wait = () => {
    if (!running) timer ??= setTimeout(kick, failures === 0 ? GATHER_MS : RETRY_MS);
  };
  const waiting = () => queue.length + (running?.batch.length ?? 0);

  // One timer for all requests: requests that have waited too long are answered, and their events stay queued.
  const timeoutCheck = setInterval(() => {
    const before = performance.now() - PATIENCE_MS;
    for (const list of [running?.batch ?? [], queue])
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
        await (running ? Promise.race([running.stored, pause(RETRY_MS)]) : pause(RETRY_MS));
      }
      clearInterval(timeoutCheck);
      if (waiting() > 0) log.error({ events: waiting() }, 'tracking events were lost: the database did not come back');
    },
  };
};
