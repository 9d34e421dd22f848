import type { Platform } from '../platform/context.ts';
import type { Installed } from './install.ts';
import type { Running } from './server.ts';
import type { SignIn } from './sign-in.ts';
import { removeSignIns, signInFile, writeSignIns } from './sign-in-files.ts';

/** Whether passwords may be printed: a person reads this output, and no file or collector keeps it. */
const isPrivate = ({ config }: Platform): boolean => config.hasTerminal && config.logFormat === 'pretty';

const signInLine = (s: SignIn) => `    ${s.role.padEnd(18)} ${s.email.padEnd(34)} ${s.password}`;

/** Stores the sign-ins where they are not printed, and removes a used one. The demo's are always stored: scripts wait for them. */
const storeSignIns = async (platform: Platform, { first, demo }: Installed): Promise<void> => {
  if (!first) await removeSignIns(platform, 'first-sign-in.json');
  else if (!isPrivate(platform)) await writeSignIns(platform, 'first-sign-in.json', first);
  if (demo.length > 0) await writeSignIns(platform, 'demo-sign-ins.json', demo);
};

const addresses = ({ platform: { urls }, operations }: Running) => ({
  portal: `${urls.portal}/lk/`,
  mailbox: `${urls.portal}/lk/admin/settings/emails`,
  landing_pages: urls.phishing,
  api_reference: `${urls.portal}/lk/api/docs`,
  health: `${operations}/ready`,
});

const firstLines = (platform: Platform, first: SignIn | null): string[] => {
  if (!first) return [];
  return isPrivate(platform)
    ? ['  Your organisation. The password is shown until it has been used; change it then:', signInLine(first), '']
    : [
        '  Your organisation. The first sign-in is in this file, which is deleted once it has been used:',
        `    ${signInFile(platform, 'first-sign-in.json')}`,
        '',
      ];
};

const demoLines = (platform: Platform, demo: readonly SignIn[]): string[] =>
  isPrivate(platform)
    ? ['  Demo organisation (SERGAK_DEMO=false leaves it out):', ...demo.map(signInLine), '']
    : ['  Demo organisation. Its sign-ins are in this file:', `    ${signInFile(platform, 'demo-sign-ins.json')}`, ''];

const RESTORED = [
  '  This database was restored from a copy, so phishing simulations are stopped in every organisation.',
  '  Review the campaigns that were active, then allow sending again (settings, portal).',
  '  Everybody has to sign in again, and earlier registration and recovery links no longer work.',
  '',
];
const DEMO_FOLLOWS = [
  '  Demo organisation: it is made in the background, which takes about a minute. Its sign-ins follow.',
  '',
];

/** Prints the addresses and sign-ins for the person at the terminal, or names the files that hold the sign-ins. */
export const welcome = async (running: Running, installed: Installed, demoFollows: boolean): Promise<void> => {
  const { platform } = running;
  await storeSignIns(platform, installed);
  const { portal, mailbox, landing_pages, api_reference, health } = addresses(running);
  console.log(
    [
      '',
      '  Sergak is running.',
      '',
      `    Portal              ${portal}`,
      `    Built-in mailbox    ${mailbox}`,
      `    Landing pages       ${landing_pages}`,
      `    API reference       ${api_reference}`,
      `    Health, metrics     ${health}`,
      '',
      ...(installed.restored ? RESTORED : []),
      ...firstLines(platform, installed.first),
      ...(installed.demo.length > 0 ? demoLines(platform, installed.demo) : demoFollows ? DEMO_FOLLOWS : []),
      '  Ctrl+C stops everything.',
      '',
    ].join('\n'),
  );
};

/** Stores the sign-ins of the demo and prints them like {@link welcome}. */
export const announceDemo = async (platform: Platform, demo: readonly SignIn[]): Promise<void> => {
  await writeSignIns(platform, 'demo-sign-ins.json', demo);
  console.log(['', '  The demo organisation is ready.', '', ...demoLines(platform, demo)].join('\n'));
};
