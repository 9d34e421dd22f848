import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SECOND } from '../platform/clock.ts';
import type { Platform } from '../platform/context.ts';
import { deleteUsedSignIn } from './first-sign-in.ts';
import { findFirstStart } from './first-start.repo.ts';
import type { SignIn } from './sign-in.ts';

/** Names of files in the data folder. */
type Names = 'first-sign-in.json' | 'demo-sign-ins.json';
const CHECK_MS = 10 * SECOND;

export const signInFile = ({ config }: Pick<Platform, 'config'>, name: Names): string => resolve(config.dataDir, name);

/** Writes passwords to a file that only its owner can read. It is complete at any time: a reader may wait for it to appear. */
export const writeSignIns = async (
  platform: Pick<Platform, 'config'>,
  name: Names,
  content: SignIn | readonly SignIn[],
): Promise<string> => {
  const path = signInFile(platform, name);
  await mkdir(platform.config.dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
  return path;
};

export const removeSignIns = (platform: Pick<Platform, 'config'>, name: Names): Promise<void> =>
  rm(signInFile(platform, name), { force: true });

/** Removes this node's file with the first sign-in if it has been used, here or at another node. Returns whether it has. */
export const removeUsedSignIn = async (platform: Platform): Promise<boolean> => {
  await deleteUsedSignIn(platform);
  if ((await findFirstStart(platform.db.owner)).super_user !== null) return false;
  await removeSignIns(platform, 'first-sign-in.json');
  return true;
};

/** Removes the file soon after the first sign-in. Returns a function that ends the watch. */
export const removeWhenUsed = (platform: Platform): (() => Promise<void>) => {
  let checking: Promise<void> = Promise.resolve();
  const check = async () => {
    if (await removeUsedSignIn(platform)) clearInterval(timer);
  };
  const timer = setInterval(() => {
    checking = check().catch((error: Error) => platform.log.debug({ err: error }, 'the first sign-in was not checked'));
  }, CHECK_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
};
