import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
/** Cache time of a result: anyone may ask, and each check writes. */
const KEPT_MS = 5 * SECOND;

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

const look = async (platform: Platform): Promise<Readiness> => {
  if (!(await succeeds(ping(platform.db)))) return 'no database';
  const [database, folder] = await Promise.all([
    succeeds(limitRate(platform.db, 'ready', Number.MAX_SAFE_INTEGER, 60)),
    succeeds(writeFolder(platform.files.scratch)),
  ]);
  if (!database) return 'the database cannot be written';
  return folder ? 'ready' : 'the data folder cannot be written';
};

/** Checks whether the process can work: the database answers, and the database and the data folder are writable. */
export const readiness = (platform: Platform): (() => Promise<Readiness>) => {
  let last: { readonly at: number; readonly found: Promise<Readiness> } | undefined;
  return () => {
    const at = now().getTime();
    if (!last || at - last.at >= KEPT_MS) last = { at, found: look(platform) };
    return last.found;
  };
};
