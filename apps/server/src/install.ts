import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PoolClient } from 'pg';
import { installDemo } from '../seeds/demo.ts';
import type { SignIn } from '../seeds/sign-in.ts';
import { installFirst } from '../seeds/system.ts';
import { pauseAfterRestore } from './modules/organizations/public.ts';
import type { Platform } from './platform/context.ts';
import { findInstallation, putInstallation } from './platform/installation.repo.ts';

export type Installed = {
  readonly first: SignIn | null;
  readonly demo: readonly SignIn[];
  /** The database is a restored copy, found so at this start. */
  readonly restored: boolean;
};

const LOCK = 7_263_410_022;
const demoFile = (platform: Platform) => resolve(platform.config.dataDir, 'demo-sign-ins.json');

/** A password that can be read aloud: four groups of four letters and digits without look-alikes, about 80 bits. */
export const newPassword = (): string => {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letters = [...randomBytes(16)].map((byte) => signs[byte % signs.length]);
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
};

/**
 * What a fresh installation needs, made once, whatever number of nodes starts together: the first organisation with its
 * super user and starter content, and the demo organisation where it is switched on. Passwords of the first organisation
 * are answered once and kept nowhere; those of the demo lie in the data folder, to be printed at each start.
 */
export const install = async (platform: Platform): Promise<Installed> => {
  const client = await platform.db.owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const restored = await recognise(platform, client);
    const first = await installFirst(platform, newPassword());
    if (platform.config.demo) {
      const made = await installDemo(platform, newPassword);
      if (made) {
        await mkdir(platform.config.dataDir, { recursive: true });
        await writeFile(demoFile(platform), JSON.stringify(made, null, 2), { mode: 0o600 });
      }
    }
    const demo = await readFile(demoFile(platform), 'utf8').then(
      (text) => JSON.parse(text) as SignIn[],
      () => [],
    );
    return { first, demo, restored };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
};

/**
 * Holds this node against what the database knows of itself. A node with another secret than the others does not start: it
 * could not read what they sealed, nor they its links. Of a restored copy it first stops the simulated letters.
 */
const recognise = async (platform: Platform, owner: PoolClient): Promise<boolean> => {
  const { mark } = platform.secrets;
  const known = await findInstallation(owner);
  const foreign = known.secret_mark !== null && known.secret_mark !== mark;
  if (foreign && !platform.config.newSecret)
    throw new Error(
      'This database is used with another secret. Give SERGAK_SECRET (or data/secret.key) as it is on the other machines, or was ' +
        'before. If it is lost, start once with SERGAK_NEW_SECRET=true and enter the passwords of mail servers anew.',
    );
  if (known.restored) {
    const paused = await pauseAfterRestore(platform);
    platform.log.warn(
      { organizations: paused },
      'the database was restored from a copy: simulated letters are stopped',
    );
  }
  if (known.restored || known.secret_mark !== mark) await putInstallation(owner, mark);
  return known.restored;
};

/** Tells a person at the terminal where everything is and how to get in. */
export const printWelcome = (platform: Platform, installed: Installed): void => {
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
    '',
  ];
  if (installed.restored)
    lines.push(
      '  This database was restored from a copy, so simulated letters are stopped in every organisation.',
      '  Look at the campaigns that were running, then allow sending again (settings, portal).',
      '',
    );
  if (installed.first)
    lines.push(
      '  Your organisation. This password is shown once; change it after signing in:',
      line(installed.first),
      '',
    );
  if (installed.demo.length > 0)
    lines.push('  Demo organisation (SERGAK_DEMO=false leaves it out):', ...installed.demo.map(line), '');
  lines.push('  Ctrl+C stops everything.', '');
  console.log(lines.join('\n'));
};
