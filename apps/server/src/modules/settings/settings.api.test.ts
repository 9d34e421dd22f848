import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { startMailbox } from './public.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startMailbox(await platform());
});
afterAll(() => stop());

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

test('while no server is set, a letter goes over SMTP into the built-in mailbox and can be read there', async () => {
  const officer = await make.operator(await make.organization());
  expect(await call('settings.mail', officer, {})).toMatchObject({ mode: 'built_in' });
  await call('settings.mail-send-test', officer, {});
  await runJobs('mail.send-letter', officer.organization_id);
  const { data, total_count } = await call('settings.mailbox', officer, {});
  expect(total_count).toBe(1);
  expect(data[0]).toMatchObject({ recipient: officer.email, subject: 'Проверка почты' });
  const letter = await call('settings.mailbox-letter', officer, { id: data[0]!.id });
  expect(letter.text).toContain('почтовый сервер настроен');
  expect(letter.from).toMatch(/^[^=].* <sergak@.+>$/);
  expect(letter.preview_url).toMatch(/\/preview\/[\w.-]+$/);
  const stranger = await make.operator(await make.organization());
  await expect(call('settings.mailbox-letter', stranger, { id: data[0]!.id })).rejects.toMatchObject({
    code: 'letter.not_found',
  });
});

test('the password is sealed, never answered, and goes when the host changes', async () => {
  const officer = await make.employee(await make.organization(), { role: 'system_admin' });
  const saved = await call('settings.mail-save', officer, { ...server, version: 0 });
  expect(saved).toMatchObject({ mode: 'server', has_password: true, version: 1 });
  expect(JSON.stringify(saved)).not.toContain('тайно');
  const [row] = await stored<{ password_sealed: Buffer }>(
    'select password_sealed from mail_settings where organization_id = $1',
    [officer.organization_id],
  );
  expect(row!.password_sealed.toString('utf8')).not.toContain('тайно');
  const { password: _gone, ...rest } = server;
  expect(await call('settings.mail-save', officer, { ...rest, version: 1 })).toMatchObject({
    has_password: true,
    version: 2,
  });
  expect(await call('settings.mail-save', officer, { ...rest, host: 'evil.example.test', version: 2 })).toMatchObject({
    has_password: false,
  });
  expect(JSON.stringify(await actionLog(officer.organization_id))).not.toContain('тайно');
});

test('two administrators saving the mail server: the second is told, nothing is overwritten', async () => {
  const officer = await make.employee(await make.organization(), { role: 'system_admin' });
  await call('settings.mail-save', officer, { ...server, version: 0 });
  await expect(
    call('settings.mail-save', officer, { ...server, host: 'other.test', version: 0 }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect(await call('settings.mail', officer, {})).toMatchObject({ host: server.host });
});

test('the test tells which step failed', async () => {
  const officer = await make.employee(await make.organization(), { role: 'system_admin' });
  const closed = await call('settings.mail-test', officer, { ...server, host: '127.0.0.1', port: 1 });
  expect(closed.ok).toBe(false);
  expect(closed.steps.at(-1)).toMatchObject({ step: 'connect', code: 'connection_refused' });
  const { mailbox } = await platform();
  const plain = await call('settings.mail-test', officer, { ...server, host: '127.0.0.1', port: mailbox.port! });
  expect(plain.steps.at(-1)).toMatchObject({ step: 'tls', code: 'tls_not_offered' });
});

test('the addresses of the installation are for the super user alone', async () => {
  const organization = await make.organization();
  const { urls } = await platform();
  const owner = await make.employee(organization, { role: 'super_user' });
  expect(await call('settings.installation', owner, {})).toEqual({
    portal_url: urls.portal,
    content_url: urls.content,
    phishing_url: urls.phishing,
  });
  await expect(call('settings.installation', await make.operator(organization), {})).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});
