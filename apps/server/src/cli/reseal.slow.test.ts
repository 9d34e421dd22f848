import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@sergak/contract/access/roles.ts';
import { usualDirectoryAttributes, usualFilter } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import { expect, onTestFinished, test } from 'vitest';
import { call, type Person } from '../../test/app.ts';
import { cloneDatabase } from '../../test/database.ts';
import { sealDemo } from '../app/demo.ts';
import { install } from '../app/install.ts';
import { readConfig, type Config } from '../config.ts';
import { readSecret } from '../modules/session/authenticator.service.ts';
import { aboutMessage } from '../modules/suspicious-mail/reported-messages.repo.ts';
import type { Platform } from '../platform/context.ts';
import { after, HOUR, now } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import { sealBytes } from '../platform/sealed-bytes.ts';
import { createSecrets } from '../platform/secrets.ts';
import { checkSecret } from './doctor-secret.ts';
import { runReseal } from './reseal.ts';

const [FIRST, SECOND] = ['erstes Geheimnis der Anlage mit 32 Zeichen', 'zweites Geheimnis der Anlage auch so lang'];

/** Nodes on one database, each with the secrets of its configuration. */
const nodes = async () => {
  const url = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sergak-reseal-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const node = async (changes: Partial<Config>, log = createLog({ logLevel: 'silent' })) => {
    const config = { ...readConfig({ SERGAK_DEMO: 'false' }), dataDir, ...changes };
    const platform = await createPlatform(config, url, log);
    onTestFinished(() => platform.db.close());
    return platform;
  };
  return { dataDir, node };
};

const mailServer = {
  host: 'mail.bank.test',
  port: 587,
  security: 'starttls' as const,
  username: 'portal',
  sender_name: 'Портал',
  sender_address: 'portal@bank.test',
};
const mailbox = {
  address: 'phish@bank.test',
  host: 'imap.bank.test',
  port: 993,
  security: 'tls' as const,
  username: 'phish',
  folder: 'INBOX',
  forward_to: null,
  thanks: true,
};
const directory = {
  host: 'ldap.bank.test',
  port: 636,
  security: 'ldaps' as const,
  bind_dn: 'cn=reader,dc=bank,dc=test',
  base_dn: 'dc=bank,dc=test',
  filter: usualFilter,
  attributes: usualDirectoryAttributes,
  group_roles: [],
};
const provider = {
  protocol: 'oidc' as const,
  enabled: false,
  forced: false,
  break_glass_id: null,
  create_accounts: false,
  idp_entity_id: '',
  idp_sso_url: '',
  idp_certificates: [],
  issuer: 'https://login.bank.test',
  client_id: 'portal',
  attributes: { ...usualClaims },
  group_roles: [],
};

/** An installation in which every kind of value is sealed. */
const furnish = async (on: Platform) => {
  const { first } = await install(on);
  const { rows } = await on.db.owner.query<{ id: string; organization_id: string; role: Role }>(
    `select id, organization_id, role from employees where role = 'super_user'`,
  );
  const boss: Person = rows[0]!;
  const own_password = first!.password;
  const password = 'geheim-1';
  await call('settings.mail-save', boss, { ...mailServer, password, own_password, version: 0 }, {}, on);
  await call('suspicious-mail.address-save', boss, { ...mailbox, password, version: 0 }, {}, on);
  await call('directory-sync.save', boss, { ...directory, password, version: 0 }, {}, on);
  await call('sso.save', boss, { ...provider, client_secret: 'geheim-2', password: own_password, version: 0 }, {}, on);
  await call('sso.add-certificate', boss, {}, {}, on);
  await on.db.owner.query(
    `insert into authenticators (organization_id, employee_id, secret_sealed, confirmed_at) values ($1, $2, $3, now())`,
    [boss.organization_id, boss.id, on.secrets.seal('JBSWY3DPEHPK3PXP', `authenticators:${boss.id}`)],
  );
  await on.db.owner.query('update first_start set sealed_demo = $1', [
    sealDemo(on, [{ role: 'operator', email: 'demo@sergak.test', password: 'demo' }]),
  ]);
  await keepReport(on, boss.organization_id);
  return { boss, own_password };
};

/** A reported email with its message. */
const keepReport = async (on: Platform, organizationId: string) => {
  const id = randomUUID();
  const { keySealed, sealed } = sealBytes(
    on,
    Buffer.from('Subject: test\r\n\r\nText'),
    aboutMessage(organizationId, id),
  );
  await on.db.owner.query(
    `insert into suspicious_emails (organization_id, id, reported_at, size, body) values ($1, $2, now(), 25, 'kept')`,
    [organizationId, id],
  );
  await on.db.owner.query(
    `insert into reported_messages (organization_id, email_id, key_sealed, sealed, size, kept_at) values ($1, $2, $3, $4, 25, now())`,
    [organizationId, id, keySealed, sealed],
  );
};

const statesOf = async (boss: Person, on: Platform) => {
  const { rows } = await on.db.owner.query<{ secret_sealed: Buffer; employee_id: string }>(
    'select secret_sealed, employee_id from authenticators',
  );
  const sso = await call('sso.get', boss, {}, {}, on);
  return {
    mail: (await call('settings.mail', boss, {}, {}, on)).password_state,
    mailbox: (await call('suspicious-mail.address', boss, {}, {}, on)).password_state,
    directory: (await call('directory-sync.get', boss, {}, {}, on)).password_state,
    client: sso.client_secret_state,
    key: sso.key_state,
    app: readSecret(on, rows[0]!) === null ? 'lost' : 'set',
    appShown: (await call('authenticator.of-person', boss, { id: boss.id }, {}, on)).lost,
  };
};
const all = (state: 'set' | 'lost') => ({
  mail: state,
  mailbox: state,
  directory: state,
  client: state,
  key: state,
  app: state,
  appShown: state === 'lost',
});
const KINDS = [
  'passwords of mail servers: 1',
  'mail servers of waiting emails: 1',
  'passwords of report mailboxes: 1',
  'passwords of directories: 1',
  'client secrets of single sign-on: 1',
  'keys of single sign-on: 1',
  'next keys of single sign-on: 1',
  'secrets of authenticator apps: 1',
  'reported messages: 1',
  'passwords of the demo: 1',
];
const listed = (texts: readonly string[], end: string) =>
  texts
    .map((text) => text.replace(/ \(.*\)$/, ''))
    .filter((text) => text.endsWith(end))
    .map((text) => text.slice(0, -end.length - 1))
    .sort();

test('a changed secret opens everything with the old one beside it, and alone after everything was sealed again', async () => {
  const { node } = await nodes();
  const before = await node({ secret: FIRST });
  const { boss } = await furnish(before);
  const link = before.secrets.sign({ kind: 'x' }, after(now(), HOUR));
  await expect(install(await node({ secret: SECOND }))).rejects.toThrow('SERGAK_OLD_SECRET');

  const rotating = await node({ secret: SECOND, oldSecret: `noch ein Geheimnis davor mit 32 Zeichen,${FIRST}` });
  expect(rotating.secrets.verify(link, now())).toMatchObject({ kind: 'x' });
  await install(rotating);
  expect(await statesOf(boss, rotating)).toEqual(all('set'));
  const waiting = (await checkSecret(rotating)).map(({ state, text }) => `${state} ${text}`);
  expect(listed(waiting, 'wait to be sealed with the current secret')).toEqual(
    KINDS.map((kind) => `warning ${kind}`).sort(),
  );
  const lone = await node({ secret: SECOND });
  expect(await statesOf(boss, lone)).toEqual(all('lost'));

  const { text, isComplete } = await runReseal(rotating);
  expect(isComplete).toBe(true);
  expect(listed(text.split('\n'), 'sealed again')).toEqual([...KINDS, 'password of the first super user: 0'].sort());
  expect((await runReseal(rotating)).text).toContain('passwords of mail servers: 0 sealed again');
  expect(await checkSecret(lone)).toEqual([expect.objectContaining({ state: 'ok' })]);
  expect(await statesOf(boss, lone)).toEqual(all('set'));
  expect((await install(lone)).demo).toEqual([{ role: 'operator', email: 'demo@sergak.test', password: 'demo' }]);
  expect(lone.secrets.verify(link, now())).toBeNull();
});

test('the key file of the data folder is replaced in the same way, and the first sign-in stays the same', async () => {
  const { node, dataDir } = await nodes();
  const { first } = await install(await node({}));
  await rename(join(dataDir, 'secret.key'), join(dataDir, 'secret.old.key'));
  const rotating = await node({});
  expect((await install(rotating)).first).toEqual(first);
  expect((await runReseal(rotating)).text).toContain('password of the first super user: 1 sealed again');
  await rm(join(dataDir, 'secret.old.key'));
  expect((await install(await node({}))).first).toEqual(first);
});

test('values of a lost secret are listed, stay marked when their settings are saved, and are entered again', async () => {
  const { node } = await nodes();
  const { boss, own_password } = await furnish(await node({ secret: FIRST }));
  const lines: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
  const lost = await node({ secret: SECOND, newSecret: true }, log);
  await install(lost);
  const logged = lines.map((line) => JSON.parse(line) as { what: string; organizations: string[] });
  expect(logged.map(({ what }) => `${what}: 1`).sort()).toEqual(KINDS.toSorted());
  expect(logged.find(({ what }) => what === 'passwords of directories')!.organizations).toEqual([boss.organization_id]);
  const findings = await checkSecret(lost);
  expect(
    listed(
      findings.map(({ text }) => text),
      'cannot be read',
    ),
  ).toEqual(KINDS.toSorted());
  expect(findings.find(({ text }) => text.startsWith('passwords of mail'))!.text).toContain('(Моя организация)');
  expect(await runReseal(lost)).toMatchObject({ isComplete: false });
  expect(await statesOf(boss, lost)).toEqual(all('lost'));
  const mail = { ...mailServer, own_password };
  const sso = { ...provider, password: own_password };

  // Saved without the password, the settings stay marked.
  await call('settings.mail-save', boss, { ...mail, version: 1 }, {}, lost);
  await call('suspicious-mail.address-save', boss, { ...mailbox, version: 1 }, {}, lost);
  await call('directory-sync.save', boss, { ...directory, version: 1 }, {}, lost);
  expect(await statesOf(boss, lost)).toEqual(all('lost'));
  for (const tested of [
    () => call('settings.mail-test', boss, mailServer, {}, lost),
    () => call('suspicious-mail.address-test', boss, mailbox, {}, lost),
    () => call('directory-sync.test', boss, directory, {}, lost),
  ])
    await expect(tested()).rejects.toThrow('secret.lost');

  const password = 'geheim-3';
  await call('settings.mail-save', boss, { ...mail, password, version: 2 }, {}, lost);
  await call('suspicious-mail.address-save', boss, { ...mailbox, password, version: 2 }, {}, lost);
  await call('directory-sync.save', boss, { ...directory, password, version: 2 }, {}, lost);
  await call('sso.add-certificate', boss, {}, {}, lost);
  const { version, key_state, client_secret_state, own_certificates } = await call('sso.get', boss, {}, {}, lost);
  expect([key_state, client_secret_state, own_certificates.length]).toEqual(['set', 'lost', 1]);
  await call('sso.save', boss, { ...sso, client_secret: password, version }, {}, lost);
  expect(await statesOf(boss, lost)).toEqual({ ...all('set'), app: 'lost', appShown: true });
});

test('an old secret opens what it has sealed, and no other secret does', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const [old, rotated, other] = [createSecrets(first), createSecrets(second, [first]), createSecrets(second)];
  const value = old.seal('пароль', 'a');
  expect(old.open(value, 'a')).toBe('пароль');
  expect(rotated.open(value, 'a')).toBe('пароль');
  expect(() => rotated.open(value, 'b')).toThrow();
  expect(() => other.open(value, 'a')).toThrow();
  expect(rotated.seal('x', 'a').subarray(0, other.label.length)).toEqual(other.label);
  expect(rotated.hasFingerprint('text', old.fingerprint('text'))).toBe(true);
  expect(other.hasFingerprint('text', old.fingerprint('text'))).toBe(false);
  for (const junk of [Buffer.alloc(0), Buffer.from('S1'), other.label, Buffer.concat([other.label, Buffer.alloc(40)])])
    expect(() => rotated.open(junk, 'a')).toThrow();
});
