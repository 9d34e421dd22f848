import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { installDemo } from '../seeds/demo.ts';
import type { SignIn } from '../seeds/sign-in.ts';
import { installFirst } from '../seeds/system.ts';
import type { Platform } from './platform/context.ts';

export type Installed = { readonly first: SignIn | null; readonly demo: readonly SignIn[] };

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
    return { first, demo };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
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
