import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { usualDirectoryAttributes, usualFilter } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, type Person, platform } from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../test/own-password.ts';
import type { Platform } from './context.ts';

/** A server of this machine that must not be noticed; it ends each connection at once. */
let connections = 0;
const open = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let [openPort, closedPort] = [0, 0];
beforeAll(async () => {
  await once(open.listen(0, '127.0.0.1'), 'listening');
  openPort = (open.address() as AddressInfo).port;
  const closed = createServer();
  await once(closed.listen(0, '127.0.0.1'), 'listening');
  closedPort = (closed.address() as AddressInfo).port;
  await new Promise((done) => closed.close(done));
});
afterAll(() => void open.close());
beforeEach(() => {
  connections = 0;
});

type Target = { readonly host: string; readonly port: number };
const withHosts = async (...localHosts: string[]): Promise<Platform> => {
  const on = await platform();
  return { ...on, config: { ...on.config, localHosts } };
};
const mailServer = {
  security: 'none' as const,
  username: '',
  sender_name: 'Портал',
  sender_address: 'portal@bank.test',
};
const mailbox = (target: Target) => ({
  ...target,
  address: 'phish@bank.test',
  security: 'none' as const,
  username: 'phish',
  password: 'geheim',
  folder: 'INBOX',
  forward_to: null,
  thanks: true,
});
const directory = (target: Target) => ({
  ...target,
  security: 'none' as const,
  plain_allowed: true,
  bind_dn: 'cn=reader,dc=bank,dc=test',
  password: 'geheim',
  base_dn: 'dc=bank,dc=test',
  filter: usualFilter,
  attributes: usualDirectoryAttributes,
  group_roles: [],
});
const urlOf = ({ host, port }: Target) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
const tests: Record<string, (as: Person, target: Target, on: Platform) => Promise<unknown>> = {
  'mail server': (as, target, on) => call('settings.mail-test', as, { ...mailServer, ...target }, {}, on),
  mailbox: (as, target, on) => call('suspicious-mail.address-test', as, mailbox(target), {}, on),
  directory: (as, target, on) => call('directory-sync.test', as, directory(target), {}, on),
  'OpenID Connect': (as, target, on) =>
    call('sso.test', as, { protocol: 'oidc', issuer: urlOf(target), idp_sso_url: '', idp_certificates: [] }, {}, on),
  metadata: (as, target, on) =>
    call('sso.read-metadata', as, { url: urlOf(target) }, {}, on).catch((error: Error) => error.message),
};
const rootAndChild = async () => {
  const root = await make.organization();
  const child = await make.organization({ parent: root });
  return {
    boss: await make.employee(root, { role: 'super_user' }),
    other: await make.employee(child, { role: 'super_user' }),
  };
};

describe.each(Object.keys(tests))('the test of a %s', (name) => {
  const run = tests[name]!;
  const isUrl = name === 'OpenID Connect' || name === 'metadata';

  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.1', // names, for the resolver of the system
    '2130706433',
    '0.0.0.0',
    '::ffff:127.0.0.1',
  ])(
    'answers in a child organisation for an open port at %s as for a closed one, without a connection',
    async (host) => {
      const on = await withHosts();
      const { other } = await rootAndChild();
      const answers = [
        await run(other, { host, port: openPort }, on),
        await run(other, { host, port: closedPort }, on),
      ];
      const text = answers.map((answer) => JSON.stringify(answer).replaceAll(/\b\d{4,5}\b/g, 'PORT'));
      expect(text[0]).toBe(text[1]);
      expect(text[0]).toMatch(/connection_refused|provider_unreachable|address_not_allowed/);
      expect(connections).toBe(0);
    },
  );

  test('connects for a super user of a root organisation, with the answer of a closed port where nothing listens', async () => {
    const on = await withHosts();
    const { boss, other } = await rootAndChild();
    await run(boss, { host: '127.0.0.1', port: openPort }, on);
    expect(connections).toBeGreaterThan(0);
    const closed = { host: '127.0.0.1', port: closedPort };
    expect(await run(other, closed, on)).toEqual(await run(boss, closed, on));
  });

  test('never connects to other names of this machine and to link-local addresses', async () => {
    const on = await withHosts();
    const { boss } = await rootAndChild();
    for (const host of [
      // In an address of a provider, this is written as 127.0.0.1 by the URL standard.
      ...(isUrl ? [] : ['127.1']),
      '0.0.0.0',
      '::ffff:127.0.0.1',
      '169.254.169.254',
      '::ffff:169.254.169.254',
      'fd00:ec2::254',
    ])
      expect(JSON.stringify(await run(boss, { host, port: openPort }, on)), host).toMatch(
        /connection_refused|provider_unreachable|address_not_allowed/,
      );
    expect(connections).toBe(0);
  });

  test('connects for everybody to a host that the installation names', async () => {
    const { other } = await rootAndChild();
    await run(other, { host: 'localhost', port: openPort }, await withHosts('localhost'));
    expect(connections).toBeGreaterThan(0);
  });
});

test('addresses of this machine are saved by super users of a root organisation only, and kept by others', async () => {
  const on = await withHosts();
  const { boss, other } = await rootAndChild();
  const admin = await make.employee({ id: boss.organization_id } as make.TestOrganization, { role: 'system_admin' });
  const at = (port: number, host = '127.0.0.1') => ({ host, port });
  const own = { own_password: PASSWORD, version: 0 };
  await withPassword(other);
  await withPassword(boss);
  const rejected = { code: expect.stringMatching(/address_rejected$/) };
  for (const host of ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::ffff:127.0.0.1', '169.254.169.254']) {
    const target = at(openPort, host);
    for (const saved of [
      () => call('settings.mail-save', other, { ...mailServer, ...target, ...own }, {}, on),
      () => call('suspicious-mail.address-save', other, { ...mailbox(target), version: 0 }, {}, on),
      () => call('directory-sync.save', admin, { ...directory(target), version: 0 }, {}, on),
    ])
      await expect(saved(), host).rejects.toMatchObject(rejected);
  }
  await expect(
    call('directory-sync.save', boss, { ...directory(at(389, '169.254.1.1')), version: 0 }, {}, on),
  ).rejects.toMatchObject(rejected);

  await call('directory-sync.save', boss, { ...directory(at(openPort)), version: 0 }, {}, on);
  await call('directory-sync.save', admin, { ...directory(at(openPort)), hour: 5, version: 1 }, {}, on);
  await expect(
    call('directory-sync.save', admin, { ...directory(at(closedPort)), version: 2 }, {}, on),
  ).rejects.toMatchObject(rejected);
  await tests['directory']!(admin, at(openPort), on);
  expect(connections).toBe(1);
  await tests['directory']!(admin, at(openPort, 'localhost'), on);
  expect(connections).toBe(1);
});
