import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { now, SECOND } from '../clock.ts';
import type { Platform } from '../context.ts';
import { ping } from '../db.ts';
import { limitRate } from '../rate.ts';

export type Readiness =
  | 'ready'
  | 'no database'
  | 'the database cannot be written'
  | 'the data folder cannot be written';

/** Large enough to fail on a disk with only a few free blocks. */
const PROBE_BYTES = 256 * 1024;
/** Cache time of the checks that write: anyone may ask. The database is asked each time. */
const KEPT_MS = 5 * SECOND;
/** A database that does not answer within this time is reported as missing; the connection may break only minutes later. */
const ANSWER_MS = 3 * SECOND;

const writeFolder = async (folder: string): Promise<void> => {
  const path = join(folder, `ready-${randomUUID()}`);
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await file.sync(); // some file systems report a full disk only here
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const within = async (answer: Promise<boolean>): Promise<boolean> => {
  const timer = new AbortController();
  const late = pause(ANSWER_MS, false, { signal: timer.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
};

const tryWrites = async (platform: Platform): Promise<Readiness> => {
  const [database, folder] = await Promise.all([
    within(succeeds(limitRate(platform.db, 'ready', Number.MAX_SAFE_INTEGER, 60))),
    succeeds(writeFolder(platform.files.scratch)),
  ]);
  if (!database) return 'the database cannot be written';
  return folder ? 'ready' : 'the data folder cannot be written';
};

/** Checks whether the process can work: the database answers, and the database and the data folder are writable. */
export const readiness = (platform: Platform): (() => Promise<Readiness>) => {
  let last: { readonly at: number; readonly found: Promise<Readiness> } | undefined;
  let asking: Promise<boolean> | undefined;
  return async () => {
    asking ??= succeeds(ping(platform.db)).finally(() => (asking = undefined));
    if (!(await within(asking))) {
      last = undefined;
      return 'no database';
    }
    const at = now().getTime();
    if (!last || at - last.at >= KEPT_MS) last = { at, found: tryWrites(platform) };
    return last.found;
  };
};
