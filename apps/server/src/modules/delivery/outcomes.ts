import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { Fate } from './delivery.rules.ts';
import { claimedKey, endEmails, handOver, type Claimed, type Ended } from './delivery.repo.ts';

export type Journal = {
  /** Marks this email as being handed over; true if it may be sent. Resolves after the commit. */
  handOver(email: Claimed): Promise<boolean>;
  /** Stores the outcome of an email. Resolves at once while few outcomes wait, so that connections go on. */
  end(email: Claimed, fate: Fate): Promise<void>;
  /** Resolves when everything is stored. */
  flush(): Promise<void>;
};
type Asking = { email: Claimed; resolve(go: boolean): void; reject(error: unknown): void };

/**
 * From this number of outcomes without a commit on, a connection waits before its next email. After a kill these emails are
 * `unknown`, although the server accepted them.
 */
export const OUTCOMES_MAX = 64;
const OUTCOME_DELAY_MS = 15;
const RETRY_MS = 500;
/**
 * Number of concurrent hand-over writes. Requests that arrive meanwhile are written together, which costs the database a
 * third less.
 */
const WRITERS = 1;

/**
 * Stores the state of each email before its first byte is sent; outcomes follow in batches. So there are fewer commits than
 * emails, and no connection waits for the commit of another one.
 */
export const openJournal = (db: Database, onError: (error: unknown) => void): Journal => {
  let asking: Asking[] = [];
  let writers = 0;
  /** Outcomes without a commit, those that are being written first. */
  const ended: Ended[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const ask = async (): Promise<void> => {
    const asked = asking;
    asking = [];
    writers += 1;
    try {
      const going = await handOver(
        db,
        asked.map((one) => one.email),
      );
      for (const one of asked) one.resolve(going.has(claimedKey(one.email)));
    } catch (error) {
      // No email may be sent whose mark could not be stored.
      onError(error);
      for (const one of asked) one.reject(error);
    }
    writers -= 1;
    if (asking.length > 0) void ask();
  };
  const write = async (): Promise<void> => {
    const over = [...ended];
    try {
      await endEmails(db, over, now());
      ended.splice(0, over.length);
    } catch (error) {
      // The outcomes are final, so writing them is repeated until it succeeds.
      onError(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const kickSoon = () => {
    timer ??= setTimeout(kick, OUTCOME_DELAY_MS);
  };
  const kick = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (writing || ended.length === 0) return;
    writing = write().finally(() => {
      writing = null;
      if (ended.length >= OUTCOMES_MAX) kick();
      else if (ended.length > 0) kickSoon();
    });
  };
  return {
    handOver: (email) =>
      new Promise((resolve, reject) => {
        asking.push({ email, resolve, reject });
        if (writers < WRITERS) void ask();
      }),
    async end({ id, claim }, fate) {
      ended.push({ id, claim, fate });
      if (ended.length < OUTCOMES_MAX) kickSoon();
      else {
        kick();
        await writing;
      }
    },
    async flush() {
      while (writing || ended.length > 0) {
        kick();
        await writing;
      }
    },
  };
};
