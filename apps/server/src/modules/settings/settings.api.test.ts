import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { actionLog, call, openTransactions, type Person, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { startMailbox } from './public.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startMailbox(await platform());
});
afterAll(() => stop());

const superUser = async (org?: make.TestOrganization) =>
  withPassword(await make.employee(org ?? (await make.organization()), { role: 'super_user' }));

const save = (as: Person, input: Omit<Parameters<typeof call<'settings.mail-save'>>[2], 'own_password'>) =>
  call('settings.mail-save', as, { ...input, own_password: PASSWORD });

const server = {
  host: 'mail.example.test',
  port: 587,
  security: 'starttls' as const,
  username: 'portal',
  password: 'очень тайно',
  sender_name: 'Портал',
  sender_address: 'portal@example.test',
  connections: 4,
};

test('without a mail server, an email is sent over SMTP into the built-in mailbox and can be read there', async () => {
  const administrator = await make.operator(await make.organization());
  expect(await call('settings.mail', administrator, {})).toMatchObject({ mode: 'built_in' });
  await call('settings.mail-send-test', administrator, {});
  await runJobs('mail.send-email', administrator.organization_id);
  const { data, total_count } = await call('settings.mailbox', administrator, {});
  expect(total_count).toBe(1);
  expect(data[0]).toMatchObject({ recipient: administrator.email, subject: 'Проверка почты' });
  const email = await call('settings.mailbox-email', administrator, { id: data[0]!.id });
  expect(email.text).toContain('почтовый сервер настроен');
  expect(email.from).toMatch(/^[^=].* <sergak@.+>$/);
  expect(email.preview_url).toMatch(/\/preview\/[\w.-]+$/);
  const stranger = await make.operator(await make.organization());
  await expect(call('settings.mailbox-email', stranger, { id: data[0]!.id })).rejects.toMatchObject({
    code: 'email.not_found',
  });
});

test('the instructions show the header, server and report address of the own organisation', async () => {
  const admin = await superUser();
  const before = await call('settings.gateway', admin, {});
  expect(before).toMatchObject({ header: 'X-Awareness-Simulation', mail_host: null, report_address: null });
  expect(before.phishing_host).not.toBe('');
  await save(admin, { ...server, version: 0 });
  expect(await call('settings.gateway', admin, {})).toMatchObject({ mail_host: server.host });
  const stranger = await make.operator(await make.organization());
  expect(await call('settings.gateway', stranger, {})).toMatchObject({ mail_host: null });
});

test('the password is sealed, never returned, and deleted when the host changes', async () => {
  const administrator = await superUser();
  const saved = await save(administrator, { ...server, version: 0 });
  expect(saved).toMatchObject({ mode: 'server', password_state: 'set', version: 1 });
  expect(JSON.stringify(saved)).not.toContain('тайно');
  const [row] = await stored<{ password_sealed: Buffer }>(
    'select password_sealed from mail_settings where organization_id = $1',
    [administrator.organization_id],
  );
  expect(row!.password_sealed.toString('utf8')).not.toContain('тайно');
  const { password: _gone, ...rest } = server;
  expect(await save(administrator, { ...rest, version: 1 })).toMatchObject({
    password_state: 'set',
    version: 2,
  });
  expect(await save(administrator, { ...rest, host: 'evil.example.test', version: 2 })).toMatchObject({
    password_state: 'none',
  });
  expect(JSON.stringify(await actionLog(administrator.organization_id))).not.toContain('тайно');
});

test('when two administrators save the mail server, the second gets a conflict and nothing is overwritten', async () => {
  const administrator = await superUser();
  await save(administrator, { ...server, version: 0 });
  await expect(save(administrator, { ...server, host: 'other.test', version: 0 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  expect(await call('settings.mail', administrator, {})).toMatchObject({ host: server.host });
});

test('the test reports which step failed', async () => {
  const administrator = await superUser();
  const closed = await call('settings.mail-test', administrator, { ...server, host: '127.0.0.1', port: 1 });
  expect(closed.ok).toBe(false);
  expect(closed.steps.at(-1)).toMatchObject({ step: 'connect', code: 'connection_refused' });
  const { mailbox } = await platform();
  const plain = await call('settings.mail-test', administrator, { ...server, host: '127.0.0.1', port: mailbox.port! });
  expect(plain.steps.at(-1)).toMatchObject({ step: 'tls', code: 'tls_not_offered' });
});

test('only a super user can read the addresses of the installation', async () => {
  const organization = await make.organization();
  const { urls } = await platform();
  const owner = await superUser(organization);
  expect(await call('settings.installation', owner, {})).toEqual({
    portal_url: urls.portal,
    content_url: urls.content,
    phishing_url: urls.phishing,
    one_site: false,
    one_host: false,
    shared_content: true,
    office: null,
  });
  await expect(call('settings.installation', await make.operator(organization), {})).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});

test('no transaction is open while a slow mail server is waited for', async () => {
  const administrator = await superUser();
  const arrived = Promise.withResolvers<Socket>();
  const slow = createServer((socket) => arrived.resolve(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => void slow.close());
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  await save(administrator, { ...server, host: '127.0.0.1', port, version: 0 });
  const tried = call('settings.mail-test', administrator, { ...server, host: '127.0.0.1', port });
  const socket = await arrived.promise; // the client is connected and waits for the greeting
  expect(await openTransactions()).toEqual([]);
  socket.end('554 not today\r\n');
  expect((await tried).steps.at(-1)).toMatchObject({ step: 'greeting', code: 'greeting_rejected' });
});

const people = async () => {
  const org = await make.organization();
  return { admin: await superUser(org), operator: await make.operator(org) };
};
const verifiedAt = async (as: Parameters<typeof call>[1]) => (await call('settings.mail', as, {})).verified_at;

test.each(['operator', 'system_admin'] as const)(
  '%s sees the mail server, but can neither change nor test it',
  async (role) => {
    const org = await make.organization();
    const admin = await superUser(org);
    const other = await make.employee(org, { role });
    await save(admin, { ...server, version: 0 });
    expect(await call('settings.mail', other, {})).toMatchObject({ mode: 'server', host: server.host });
    const forbidden = { code: 'session.forbidden' };
    const own = { ...server, host: 'mail.other.test' };
    await expect(save(other, { ...own, version: 1 })).rejects.toMatchObject(forbidden);
    await expect(call('settings.mail-reset', other, {})).rejects.toMatchObject(forbidden);
    await expect(call('settings.mail-test', other, own)).rejects.toMatchObject(forbidden);
    expect(await call('settings.mail', admin, {})).toMatchObject({ host: server.host, version: 1 });
  },
);

test('the stored settings become verified only when a test of these settings succeeds', async () => {
  const { admin } = await people();
  const auth = { user: 'portal', password: 'очень тайно' };
  const sink = await sinkWith({ auth });
  const { password: _kept, ...here } = { ...server, host: '127.0.0.1', port: sink.port, security: 'none' as const };
  const other = await sinkWith({ auth });
  const tried = async (input: Parameters<typeof call<'settings.mail-test'>>[2]) =>
    (await call('settings.mail-test', admin, input)).ok;
  await save(admin, { ...here, password: auth.password, version: 0 });
  expect(await tried({ ...here, password: 'не то' })).toBe(false);
  expect(await tried({ ...here, port: other.port, password: auth.password })).toBe(true);
  expect(await tried({ ...here, sender_address: 'other@example.test' })).toBe(true);
  expect(await verifiedAt(admin)).toBeNull(); // one test failed, the others used different settings
  expect(await tried(here)).toBe(true);
  const at = await verifiedAt(admin);
  expect(at).not.toBeNull();
  // The sender's name and the number of connections do not matter, nor does entering the same password again.
  const saved = await save(admin, {
    ...here,
    password: auth.password,
    sender_name: 'Учёба',
    connections: 7,
    version: 1,
  });
  expect(saved).toMatchObject({ verified_at: at, version: 2 });
});

const changes = {
  host: { host: 'localhost' },
  port: { port: 2525 },
  security: { security: 'opportunistic' },
  username: { username: 'other' },
  password: { password: 'другой' },
  sender: { sender_address: 'other@example.test' },
} as const;
test.each(Object.entries(changes))('a changed %s has to be verified again', async (_, change) => {
  const { admin } = await people();
  await save(admin, { ...server, version: 0 });
  await stored('update mail_settings set verified_at = now() where organization_id = $1', [admin.organization_id]);
  const { password: _kept, ...rest } = server;
  expect(await save(admin, { ...rest, ...change, version: 1 })).toMatchObject({
    verified_at: null,
  });
});

test('a test email that the server accepts verifies the settings, a rejected one does not', async () => {
  const { admin, operator } = await people();
  let reject = true;
  const sink = await sinkWith({
    fault: (at) => (reject && at === 'dot' ? { at, do: 'reply', code: 554 } : undefined),
  });
  await save(admin, {
    ...server,
    host: '127.0.0.1',
    port: sink.port,
    security: 'none',
    username: '',
    password: '',
    version: 0,
  });
  await call('settings.mail-send-test', operator, {});
  await runJobs('mail.send-email', admin.organization_id);
  expect(await verifiedAt(admin)).toBeNull();
  reject = false;
  await call('settings.mail-send-test', operator, {});
  await runJobs('mail.send-email', admin.organization_id);
  expect(await verifiedAt(operator)).not.toBeNull();
});
