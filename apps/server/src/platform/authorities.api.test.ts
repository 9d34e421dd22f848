import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { usualDirectoryAttributes, usualFilter } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionLog, call, type Person } from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { type Authority, makeAuthority, startHttpsServer, startTlsServer } from '../../test/own-authority.ts';
import { PASSWORD, withPassword } from '../../test/own-password.ts';
import { readConfig } from '../config.ts';
import { readCertificates, trustFile } from './authorities.ts';
import { openFiles } from './files.ts';
import { createLog } from './log.ts';

let authority: Authority;
let boss: Person;
const ports: Record<string, number> = {};
const stops: (() => void)[] = [];
const usual = getCACertificates('default');
beforeAll(async () => {
  authority = await makeAuthority();
  const servers = {
    mail: await startTlsServer(authority, '220 ready\r\n'),
    mailbox: await startTlsServer(authority, '* OK ready\r\n'),
    directory: await startTlsServer(authority, ''),
    provider: await startHttpsServer(authority, (port) => ({
      issuer: `https://localhost:${port}`,
      authorization_endpoint: `https://localhost:${port}/authorize`,
      token_endpoint: `https://localhost:${port}/token`,
      jwks_uri: `https://localhost:${port}/keys`,
      keys: [{}],
    })),
  };
  for (const [name, { port, stop }] of Object.entries(servers)) {
    ports[name] = port;
    stops.push(stop);
  }
  boss = await withPassword(await make.employee(await make.organization(), { role: 'super_user' }));
}, 60_000);
afterAll(() => {
  for (const stop of stops) stop();
  setDefaultCACertificates(usual);
});
beforeEach(() => setDefaultCACertificates(usual));

const mail = (ca: string) => ({
  host: 'localhost',
  port: ports['mail']!,
  security: 'tls' as const,
  username: '',
  ca,
  sender_name: 'Портал',
  sender_address: 'portal@bank.test',
});
const mailbox = (ca: string) => ({
  address: 'phish@bank.test',
  host: 'localhost',
  port: ports['mailbox']!,
  security: 'tls' as const,
  username: 'phish',
  password: 'geheim',
  ca,
  folder: 'INBOX',
  forward_to: null,
  thanks: true,
});
const directory = (ca: string) => ({
  host: 'localhost',
  port: ports['directory']!,
  security: 'ldaps' as const,
  bind_dn: 'cn=reader,dc=bank,dc=test',
  password: 'geheim',
  ca,
  base_dn: 'dc=bank,dc=test',
  filter: usualFilter,
  attributes: usualDirectoryAttributes,
  group_roles: [],
});
const provider = (ca: string) => ({
  protocol: 'oidc' as const,
  issuer: `https://localhost:${ports['provider']}`,
  idp_sso_url: '',
  idp_certificates: [],
  ca,
});
type Steps = { readonly steps: readonly { readonly step: string; readonly ok: boolean; readonly code: string }[] };
const tests: Record<string, (ca: string) => Promise<Steps>> = {
  'mail server': (ca) => call('settings.mail-test', boss, mail(ca)),
  mailbox: (ca) => call('suspicious-mail.address-test', boss, mailbox(ca)),
  directory: (ca) => call('directory-sync.test', boss, directory(ca)),
  'provider of OpenID Connect': (ca) => call('sso.test', boss, provider(ca)),
};
const codesOf = async (test: Promise<Steps>) => (await test).steps.map(({ code }) => code);
const inFile = async (text: string) => {
  const path = join(await mkdtemp(join(tmpdir(), 'sergak-ca-')), 'authorities.pem');
  await writeFile(path, text);
  return path;
};

describe.each(Object.keys(tests))('a %s with a certificate of an own authority', (name) => {
  const run = tests[name]!;

  test('is trusted by the field of its settings', async () => {
    expect(await codesOf(run(''))).toContain('tls_certificate');
    expect(await codesOf(run(authority.ca))).not.toContain('tls_certificate');
    expect(await codesOf(run((await makeAuthority()).ca))).toContain('tls_certificate');
  });

  test('is trusted by the file of the installation, also with another authority in the field', async () => {
    trustFile(await inFile(`# Bank\n${authority.ca}`));
    expect(await codesOf(run(''))).not.toContain('tls_certificate');
    expect(await codesOf(run((await makeAuthority()).ca))).not.toContain('tls_certificate');
  });

  test('rejects a text that is not a list of certificates', async () => {
    for (const ca of ['secret', authority.ca.replace('MII', 'XXX'), `${authority.ca}\n${authority.key}`])
      await expect(run(ca)).rejects.toThrow('connection.ca_invalid');
  });
});

test('the file of the installation is trusted for the object storage', async () => {
  const { port, stop } = await startHttpsServer(authority, () => ({}));
  stops.push(stop);
  const s3 = {
    bucket: 'files',
    endpoint: `https://localhost:${port}`,
    region: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  };
  const config = { ...readConfig({ SERGAK_LOG_LEVEL: 'error' }), dataDir: await mkdtemp(join(tmpdir(), 'sergak-ca-')) };
  const read = async () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) });
    const files = await openFiles({ ...config, s3 }, log);
    await files.bytes('a/b').catch(() => undefined);
    return lines.join('');
  };
  expect(await read()).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|unable to verify/);
  trustFile(await inFile(authority.ca));
  expect(await read()).not.toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED|unable to verify/);
});

test('a file that cannot be used stops the start with its reason', async () => {
  expect(() => trustFile('/nowhere/ca.pem')).toThrow('SERGAK_CA_FILE: /nowhere/ca.pem: ENOENT');
  const key = await inFile(authority.key);
  expect(() => trustFile(key)).toThrow('expected certificates in PEM format');
  expect(readCertificates('')).toBeNull();
  expect(readCertificates(`${authority.ca}${authority.cert}`)).toHaveLength(2);
});

test('an own authority is saved with each connection, shown, and logged by its fingerprint', async () => {
  const own = { own_password: PASSWORD, version: 0 };
  await expect(call('settings.mail-save', boss, { ...mail('x'), ...own })).rejects.toThrow('connection.ca_invalid');
  expect((await call('settings.mail-save', boss, { ...mail(authority.ca), ...own })).ca).toBe(authority.ca.trim());
  await call('suspicious-mail.address-save', boss, { ...mailbox(authority.ca), version: 0 });
  expect((await call('suspicious-mail.address', boss, {})).ca).toBe(authority.ca.trim());
  await call('directory-sync.save', boss, { ...directory(authority.ca), version: 0 });
  await call('sso.save', boss, {
    ...provider(authority.ca),
    idp_entity_id: '',
    client_id: 'portal',
    enabled: false,
    forced: false,
    break_glass_id: null,
    create_accounts: false,
    group_roles: [],
    attributes: { email: 'email', first_name: '', last_name: '', position: '', groups: '' },
    password: PASSWORD,
    version: 0,
  });
  expect((await call('sso.get', boss, {})).ca).toBe(authority.ca.trim());
  const fingerprint = readCertificates(authority.ca)![0]!.fingerprint256;
  const logged = (await actionLog(boss.organization_id)).map(({ changes }) => changes['ca']?.[1]);
  expect(logged.filter((one) => JSON.stringify(one)?.includes(fingerprint))).toHaveLength(4);
});
