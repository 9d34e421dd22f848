import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownVariables, readConfig } from './config.ts';

const root = join(import.meta.dirname, '../../..');
/** Without this the test below would find the wrong names in this file. */
const P = 'SERGAK';

test.each([
  ['ADMIN_EMIAL', 'ADMIN_EMAIL'],
  ['SECRETS', 'SECRET'],
  ['PORTAL', 'PORT'],
  ['PORTALURL', 'PORTAL_URL'],
  ['DEMO_', 'DEMO'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
])('the misspelt %s stops the start and names %s', (wrong, right) => {
  const read = () => readConfig({ [`${P}_${wrong}`]: 'true', [`${P}_PORT`]: '4100' });
  expect(read).toThrow(`${P}_${wrong} is unknown; did you mean ${P}_${right}?`);
});

test('all faults are named at once, and names of other programs are not ours', () => {
  const env = {
    [`${P}_PROT`]: '1',
    [`${P}_PORT`]: 'x',
    DATABASE_URL: 'postgres://u:geheim@a,b/c?target_session_attrs=x',
  };
  expect(() => readConfig(env)).toThrow(
    new RegExp(`${P}_PROT is unknown; did you mean ${P}_PORT[^]*${P}_PORT: [^]*DATABASE_URL: has another target`),
  );
  expect(() => readConfig(env)).not.toThrow(/geheim/);
  const others = {
    [`MY_${P}_X`]: '1',
    [`${P}_PORTAL_SERVICE_HOST`]: '10.0.0.1',
    [`${P}_PORTAL_SERVICE_PORT_HTTP`]: '80',
    [`${P}_PORTAL_PORT`]: 'tcp://10.0.0.1:80',
    [`${P}_PORTAL_PORT_80_TCP_ADDR`]: '10.0.0.1',
  };
  expect(readConfig(others).ports.portal).toBe(4100);
});

test('a Kubernetes service named after the product changes nothing, and empty variables are absent', () => {
  const ports = ['PORT', 'CONTENT_PORT', 'PHISHING_PORT', 'OPERATIONS_PORT'];
  const services = Object.fromEntries(ports.map((name, at) => [`${P}_${name}`, `tcp://10.0.0.1:${5000 + at}`]));
  const { ports: read } = readConfig(services);
  expect(read).toEqual(readConfig({}).ports);
  const empty = Object.fromEntries(knownVariables.map((name) => [name, '']));
  expect(JSON.stringify(readConfig(empty))).toBe(JSON.stringify(readConfig({})));
});

test('every variable in the sources is known, and every known one is in the sources', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 }).split(
    '\0',
  );
  const found = new Set(
    files
      .filter((file) => /\.(ts|tsx|mjs|js|json|md|yaml|yml)$|(^|\/)(Dockerfile|\.env\.example|run)$/.test(file))
      .filter((file) => !/^(content|docs\/pictures)\/|package-lock/.test(file) && file !== 'apps/server/src/config.ts')
      .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bSERGAK_[A-Z0-9_]*[A-Z0-9]/g) ?? []),
  );
  expect([...found].filter((name) => !knownVariables.includes(name))).toEqual([]);
  expect(knownVariables.filter((name) => name.startsWith(P) && !found.has(name))).toEqual([]);
});

test('wrong values for the first organisation are rejected, and its title follows its language', () => {
  for (const [name, value] of [
    ['SERGAK_LANGUAGE', 'de'],
    ['SERGAK_TIME_ZONE', 'Tashkent'],
    ['SERGAK_SEATS', '0'],
    ['SERGAK_ORGANIZATION', ' '],
  ] as const)
    expect(() => readConfig({ [name]: value })).toThrow(name);
  expect(readConfig({ SERGAK_LANGUAGE: 'en' }).organization).toMatchObject({ title: 'My organisation', isAsked: true });
});
