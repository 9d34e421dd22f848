import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { firstSignIn } from './first-sign-in.ts';
import type { SignIn } from './sign-in.ts';
import { ensureFirstOrganization } from './first-organization.ts';
import { hasDemoOrganization, pauseAfterRestore, removeDemo } from '../modules/organizations/public.ts';
import { voidAllAccess } from '../modules/session/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import type { Running } from './server.ts';
import { findFirstStart, putDemoUnfinished } from './first-start.repo.ts';
import { findInstallation, releaseInstallLock, putInstallation, tryInstallLock } from './installation.repo.ts';

export type Installed = {
  readonly first: SignIn | null;
  readonly demo: readonly SignIn[];
  /** This start found that the database is a restored copy. */
  readonly restored: boolean;
};

const demoFile = (platform: Platform) => resolve(platform.config.dataDir, 'demo-sign-ins.json');

/** Creates the demo organisation and returns its sign-ins. */
export type InstallDemo = (platform: Platform, signal: AbortSignal) => Promise<SignIn[]>;
type Options = {
  /** Not set in a process without demo data: then no demo organisation is created, whatever the configuration. */
  readonly installDemo?: InstallDemo;
  readonly signal?: AbortSignal;
};

/**
 * Creates what a new installation needs, once even if several nodes start together: the first organisation with its super
 * user and starter content, and the demo organisation if it is configured. The next start completes an interrupted
 * installation (decision 0095). A portal prints the first sign-in at each start until it has been used; the sign-ins of the
 * demo are stored in the data folder.
 */
export const install = async (
  platform: Platform,
  { installDemo, signal = new AbortController().signal }: Options = {},
): Promise<Installed> => {
  const client = await platform.db.owner.connect();
  try {
    await lock(client, signal);
    const restored = await checkInstallation(platform, client);
    await ensureFirstOrganization(platform);
    signal.throwIfAborted();
    await ensureDemo(platform, signal, installDemo);
    const portal = platform.config.role === 'all' || platform.config.role === 'web';
    const first = portal ? await firstSignIn(platform) : null;
    return { first, demo: await readDemoFile(platform), restored };
  } finally {
    await releaseInstallLock(client).catch(() => undefined);
    client.release();
  }
};

/** Polls for the lock instead of waiting in a query, so that a signal can end the wait. */
const lock = async (client: PoolClient, signal: AbortSignal): Promise<void> => {
  for (;;) {
    if (await tryInstallLock(client)) return;
    await pause(200, undefined, { signal });
  }
};

/** Creates the demo organisation if it is configured and missing. An incomplete one is removed first. */
const ensureDemo = async (platform: Platform, signal: AbortSignal, installDemo?: InstallDemo): Promise<void> => {
  const { config, log } = platform;
  const { owner } = platform.db;
  if ((await findFirstStart(owner)).demo_unfinished) {
    log.warn('an incomplete demo organisation was found and is removed');
    await removeDemo(platform, signal);
    await rm(demoFile(platform), { force: true });
    await putDemoUnfinished(owner, false);
  }
  if (!installDemo || !config.demo || (await inSystem(platform.db, hasDemoOrganization))) return;
  await putDemoUnfinished(owner, true);
  log.info(
    'the demo organisation is being created with a year of history; this takes a minute or two, longer on a slow machine',
  );
  const made = await installDemo(platform, signal);
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(demoFile(platform), JSON.stringify(made, null, 2), { mode: 0o600 });
  await putDemoUnfinished(owner, false);
};

const readDemoFile = (platform: Platform): Promise<SignIn[]> =>
  readFile(demoFile(platform), 'utf8').then(
    (text) => JSON.parse(text) as SignIn[],
    () => [],
  );

/**
 * Compares this node with the state stored in the database. A node with a different secret than the others does not
 * start: it could not decrypt their data, nor verify their links. In a restored copy, simulated emails are stopped
 * and all sessions and links are voided first, because some of them ended after the copy was made.
 */
const checkInstallation = async (platform: Platform, owner: PoolClient): Promise<boolean> => {
  const { mark } = platform.secrets;
  const known = await findInstallation(owner);
  const foreign = known.secret_mark !== null && known.secret_mark !== mark;
  if (foreign && !platform.config.newSecret)
    throw new Error(
      'This database is used with another secret. Give SERGAK_SECRET (or data/secret.key) as it is on the other machines, or was ' +
        'before. If it is lost, start once with SERGAK_NEW_SECRET=true and enter the passwords of mail servers again.',
    );
  if (known.restored) {
    const paused = await pauseAfterRestore(platform);
    await inSystem(platform.db, voidAllAccess);
    platform.log.warn(
      { organizations: paused },
      'the database was restored from a copy: phishing simulations are stopped, everybody has to sign in again',
    );
  }
  if (known.restored || known.secret_mark !== mark) await putInstallation(owner, mark);
  return known.restored;
};

/** Prints the addresses and sign-ins for the person at the terminal. */
export const printWelcome = ({ platform, operations }: Running, installed: Installed): void => {
  const { urls } = platform;
  const line = (s: SignIn) => `    ${s.role.padEnd(18)} ${s.email.padEnd(34)} ${s.password}`;
  const lines = [
    '',
    '  Sergak is running.',
    '',
    `    Portal              ${urls.portal}/lk/`,
    `    Built-in mailbox    ${urls.portal}/lk/admin/settings/emails`,
    `    Landing pages       ${urls.phishing}`,
    `    API reference       ${urls.portal}/lk/api/docs`,
    `    Health, metrics     ${operations}/ready`,
    '',
  ];
  if (installed.restored)
    lines.push(
      '  This database was restored from a copy, so phishing simulations are stopped in every organisation.',
      '  Review the campaigns that were active, then allow sending again (settings, portal).',
      '  Everybody has to sign in again, and earlier registration and recovery links no longer work.',
      '',
    );
  if (installed.first)
    lines.push(
      '  Your organisation. The password is shown until it has been used; change it then:',
      line(installed.first),
      '',
    );
  if (installed.demo.length > 0)
    lines.push('  Demo organisation (SERGAK_DEMO=false leaves it out):', ...installed.demo.map(line), '');
  lines.push('  Ctrl+C stops everything.', '');
  console.log(lines.join('\n'));
};
