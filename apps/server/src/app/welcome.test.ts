import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import type { SignIn } from './sign-in.ts';
import { announceDemo, welcome } from './welcome.ts';

const first: SignIn = { role: 'super_user', email: 'admin@sergak.test', password: 'aaaa-bbbb-cccc-dddd' };
const demo: SignIn[] = [{ role: 'employee', email: 'anna@oriyon.test', password: 'eeee-ffff-gggg-hhhh' }];

/** A node whose output is a terminal or not. The database is never asked. */
const node = async (hasTerminal: boolean, env: Record<string, string> = {}) => {
  const data = mkdtempSync(join(tmpdir(), 'sergak-welcome-'));
  const config = readConfig({ SERGAK_DATA: data, SERGAK_SECRET: 's'.repeat(32), ...env }, hasTerminal);
  const platform = await createPlatform(
    config,
    'postgres://nobody@127.0.0.1:1/none',
    createLog({ logLevel: 'silent' }),
  );
  onTestFinished(() => platform.db.close());
  const printed: string[] = [];
  const console = vi.spyOn(globalThis.console, 'log').mockImplementation((text: string) => void printed.push(text));
  onTestFinished(() => console.mockRestore());
  const running = { platform, databaseUrl: '', operations: 'http://127.0.0.1:4103', stop: async () => undefined };
  return {
    data,
    platform,
    printed: () => printed.join('\n'),
    say: (installed: { first: SignIn | null; demo?: SignIn[] }, follows = false) =>
      welcome(running, { restored: false, demo: [], ...installed }, follows),
  };
};

test('a terminal shows the first password, and no file holds it', async () => {
  const { data, printed, say } = await node(true);
  await say({ first });
  expect(printed()).toMatch(/super_user\s+admin@sergak\.test\s+aaaa-bbbb-cccc-dddd/);
  expect(existsSync(join(data, 'first-sign-in.json'))).toBe(false);
});

test.each<[string, boolean, Record<string, string>]>([
  ['a pipe', false, {}],
  ['a terminal whose lines a program reads', true, { SERGAK_LOG: 'json' }],
  ['a pipe with lines for people', false, { SERGAK_LOG: 'pretty' }],
])('%s shows no password: it is in a file for the owner alone', async (_, terminal, env) => {
  const { data, platform, printed, say } = await node(terminal, env);
  await say({ first }, true);
  const file = join(data, 'first-sign-in.json');
  expect(printed()).toContain(file);
  expect(printed()).toContain('Its sign-ins follow');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await announceDemo(platform, demo);
  const later = join(data, 'demo-sign-ins.json');
  expect(printed()).toContain(later);
  expect(JSON.parse(readFileSync(later, 'utf8'))).toEqual(demo);
  expect(statSync(later).mode & 0o777).toBe(0o600);
  for (const { password } of [first, ...demo]) expect(printed()).not.toContain(password);
});

test('once the first sign-in has been used, the next start deletes its file', async () => {
  const { data, printed, say } = await node(false);
  const file = join(data, 'first-sign-in.json');
  writeFileSync(file, '{}');
  await say({ first: null, demo });
  expect(existsSync(file)).toBe(false);
  expect(printed()).not.toContain('first-sign-in.json');
  expect(JSON.parse(readFileSync(join(data, 'demo-sign-ins.json'), 'utf8'))).toEqual(demo);
});

test('the addresses are printed one a line, in words that scripts can rely on', async () => {
  const { printed, say } = await node(false);
  await say({ first: null });
  expect(/Portal\s+(http\S+?)\/lk\/$/m.exec(printed())?.[1]).toBe('http://127.0.0.1:4100');
  expect(/Landing pages\s+(http\S+)$/m.exec(printed())?.[1]).toBe('http://127.0.0.1:4102');
  expect(printed()).toContain('Ctrl+C stops everything');
});
