import { now } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Fate } from './sending.rules.ts';
import { endEmails, handOver, type Ended } from './sending.repo.ts';

export type Journal = {
  /** Writes down that this email is being handed over; true when it may go. Resolves after the commit. */
  handOver(id: number): Promise<boolean>;
  /** Writes down what became of an email. Resolves at once while few are waiting, so that connections go on. */
  end(id: number, fate: Fate): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
};
type Asking = { id: number; resolve(go: boolean): void; reject(error: unknown): void };

/** Outcomes that may wait for a commit at once: after a kill these are «unknown» although they were accepted. */
const MAX_WAITING = 64;
const OUTCOME_DELAY_MS = 15;
const RETRY_MS = 500;
/** Hand-overs under way at once: what comes meanwhile is written together, which costs the database a third less. */
const WRITERS = 1;

/**
 * Each email has its state on the disk before its first byte is on the wire; what became of it follows in batches. So
 * the database commits less often than emails leave, and no connection waits for another one's commit.
 */
export const openJournal = (db: Database, owner: string, onError: (error: unknown) => void): Journal => {
  let asking: Asking[] = [];
  let writers = 0;
  let ended: Ended[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const ask = async (): Promise<void> => {
    const asked = asking;
    asking = [];
    writers += 1;
    try {
      const going = await handOver(
        db,
        owner,
        asked.map((one) => one.id),
      );
      for (const one of asked) one.resolve(going.has(one.id));
    } catch (error) {
      // Nobody may go on a journal that could not be written.
      onError(error);
      for (const one of asked) one.reject(error);
    }
    writers -= 1;
    if (asking.length > 0) void ask();
  };
  const write = async (): Promise<void> => {
    const over = ended;
    ended = [];
    try {
      await endEmails(db, owner, over, now());
    } catch (error) {
      // What has happened has happened: it is written again until it stands.
      ended = [...over, ...ended];
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
      if (ended.length >= MAX_WAITING) kick();
      else if (ended.length > 0) kickSoon();
    });
  };
  return {
    handOver: (id) =>
      new Promise((resolve, reject) => {
        asking.push({ id, resolve, reject });
        if (writers < WRITERS) void ask();
      }),
    async end(id, fate) {
      ended.push({ id, fate });
      if (ended.length < MAX_WAITING) kickSoon();
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
