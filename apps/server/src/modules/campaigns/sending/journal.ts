import { now } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db.ts';
import type { Fate } from './sending.rules.ts';
import { writeJournal, type Ended } from './sending.repo.ts';

export type Journal = {
  /** Writes down that this letter is being handed over; true when it may go. Resolves after the commit. */
  handOver(id: number): Promise<boolean>;
  /** Writes down what became of a letter. Resolves at once while few are waiting, so that connections go on. */
  end(id: number, fate: Fate): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
};
type Asking = { id: number; resolve(go: boolean): void; reject(error: unknown): void };

/** Outcomes that may wait for a commit at once: after a kill these are «unknown» although they were accepted. */
const MAX_WAITING = 64;
const OUTCOME_DELAY_MS = 10;
const RETRY_MS = 500;

/**
 * Group commit: while one line of the journal is being written, what all connections ask for gathers for the next one.
 * So the database commits far less often than letters leave, and each still has its state on the disk before its first
 * byte is on the wire.
 */
export const openJournal = (db: Database, owner: string, onError: (error: unknown) => void): Journal => {
  let asking: Asking[] = [];
  let ended: Ended[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const write = async (): Promise<void> => {
    const asked = asking;
    const over = ended;
    asking = [];
    ended = [];
    try {
      const going = await writeJournal(db, owner, asked.map((one) => one.id), over, now());
      for (const one of asked) one.resolve(going.has(one.id));
    } catch (error) {
      // Nobody may go on a journal that could not be written; what has already happened is written again.
      for (const one of asked) one.reject(error);
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
    if (writing || (asking.length === 0 && ended.length === 0)) return;
    writing = write().finally(() => {
      writing = null;
      if (asking.length > 0 || ended.length >= MAX_WAITING) kick();
      else if (ended.length > 0) kickSoon();
    });
  };
  return {
    handOver: (id) => new Promise((resolve, reject) => {
      asking.push({ id, resolve, reject });
      kick();
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
