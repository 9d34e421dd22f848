import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hasDemoOrganization } from '../modules/organizations/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { readSealed } from '../platform/sealed.ts';
import { findFirstStart, firstStartPlace, putDemoProgress, releaseDemoLock, tryDemoLock } from './first-start.repo.ts';
import type { SignIn } from './sign-in.ts';

/** What the process that makes the demo gets as its first message. */
export type DemoOrder = { readonly databaseUrl: string; readonly urls: Platform['urls'] };
/** What it sends: the percentage that is done. It exits with 0 once the demo organisation is in the product's database. */
export type DemoProgress = { readonly percent: number };

const ABOUT = 'demo sign-ins';
const TRIES = 2;
const POLL_MS = 2_000;
/** After this the process is killed; what it leaves is removed by the next start. */
const STOP_MS = 10_000;
const LOGGED_STEP = 10;
/** The progress is stored again this often, so that it does not look like that of a killed process during a long step. */
const HEARTBEAT_MS = 15_000;

export const sealDemo = ({ secrets }: Pick<Platform, 'secrets'>, signIns: readonly SignIn[]): Buffer =>
  secrets.seal(JSON.stringify(signIns), ABOUT);

/** Sign-ins of the demo organisation; empty if there is none, or if the secret that sealed them is lost. */
export const findDemoSignIns = async (platform: Platform): Promise<readonly SignIn[]> => {
  const { sealed_demo: sealed } = await findFirstStart(platform.db.owner);
  const { text } = readSealed(platform, { sealed, about: ABOUT });
  return text === '' ? [] : (JSON.parse(text) as SignIn[]);
};
/** The stored sign-ins, for the change of the secret of the installation. */
export const sealedDemo = firstStartPlace('passwords of the demo', 'sealed_demo', ABOUT);

export const isDemoMade = (platform: Platform): Promise<boolean> => inSystem(platform.db, hasDemoOrganization);

/** Runs `script`, passes on its progress, and returns whether it has succeeded. */
const runScript = async (platform: Platform, script: string, order: DemoOrder, end: AbortSignal): Promise<boolean> => {
  const { owner } = platform.db;
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = once(child, 'exit') as Promise<[number | null]>;
  let logged = 0;
  let last = 0;
  const store = () => {
    putDemoProgress(owner, last).catch((error: Error) =>
      platform.log.debug({ err: error }, 'the progress of the demo was not stored'),
    );
  };
  const heartbeat = setInterval(store, HEARTBEAT_MS);
  child.on('message', ({ percent }: DemoProgress) => {
    last = percent;
    store();
    if (percent < logged + LOGGED_STEP) return;
    logged = percent - (percent % LOGGED_STEP);
    platform.log.info(`the demo organisation: ${logged} %`);
  });
  const stop = () => {
    if (child.connected) child.disconnect(); // its sign to clean up
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  };
  if (end.aborted) stop();
  else end.addEventListener('abort', stop);
  if (child.connected) child.send(order);
  const [code] = await gone;
  clearInterval(heartbeat);
  end.removeEventListener('abort', stop);
  return code === 0;
};

/** Makes the demo unless another node is making it. Returns false if that failed. */
const tryToMake = async (platform: Platform, script: string, order: DemoOrder, end: AbortSignal): Promise<boolean> => {
  const client = await platform.db.owner.connect();
  try {
    if (!(await tryDemoLock(client)) || (await isDemoMade(platform))) return true;
    await putDemoProgress(client, 0);
    const succeeded = await runScript(platform, script, order, end);
    await putDemoProgress(client, null);
    return succeeded || end.aborted;
  } finally {
    await releaseDemoLock(client).catch(() => undefined);
    client.release();
  }
};

/**
 * Waits until the demo organisation is ready, and makes it with a process of its own unless another node does. Returns its
 * sign-ins; none if making it failed twice.
 */
export const makeDemo = async (
  platform: Platform,
  script: string,
  order: DemoOrder,
  end: AbortSignal,
): Promise<readonly SignIn[]> => {
  for (let failed = 0; failed < TRIES;) {
    if (!(await tryToMake(platform, script, order, end))) failed += 1;
    if (end.aborted) return [];
    if (await isDemoMade(platform)) return findDemoSignIns(platform);
    await pause(POLL_MS, undefined, { signal: end });
  }
  platform.log.error('the demo organisation could not be made, see above; the next start tries again');
  return [];
};
