import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sink } from '@sergak/mail/sink.ts';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import { startMailbox } from './public.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startMailbox(await platform());
});
afterAll(() => stop());

const auth = { user: 'portal', password: 'очень тайно' };
const settingsOf = (sink: Sink) => ({
  host: '127.0.0.1',
  port: sink.port,
  security: 'none' as const,
  username: auth.user,
  password: auth.password,
  sender_name: 'Портал',
  sender_address: 'portal@example.test',
});
const start = async () => {
  const org = await make.organization();
  const boss = await withPassword(await make.employee(org, { role: 'super_user' }));
  const other = await make.employee(org, { role: 'super_user' });
  await make.employee(org, { role: 'system_admin' });
  const save = (sink: Sink, version: number, own_password?: string) =>
    call('settings.mail-save', boss, { ...settingsOf(sink), version, ...(own_password && { own_password }) });
  const sent = (sink: Sink) => sink.accepted.flatMap((one) => one.to).toSorted();
  return { org, boss, everyone: [boss.email, other.email].toSorted(), save, sent };
};
const missing = { code: 'request.invalid', details: [{ field: 'own_password' }] };
const wrong = { code: 'session.wrong_credentials' };

test('the mail server is set and removed with a proof of identity only', async () => {
  const { boss, save } = await start();
  const sink = await sinkWith({ auth });
  await expect(save(sink, 0)).rejects.toMatchObject(missing);
  await expect(save(sink, 0, 'не тот')).rejects.toMatchObject(wrong);
  expect(await call('settings.mail', boss, {})).toMatchObject({ mode: 'built_in' });
  await save(sink, 0, PASSWORD);
  await expect(call('settings.mail-reset', boss, {})).rejects.toMatchObject(missing);
  await expect(call('settings.mail-reset', boss, { own_password: 'не тот' })).rejects.toMatchObject(wrong);
  expect(await call('settings.mail', boss, {})).toMatchObject({ mode: 'server' });
  expect(await call('settings.mail-reset', boss, { own_password: PASSWORD })).toMatchObject({ mode: 'built_in' });
});

test('super users learn of a change through the previous server, which still gets its password', async () => {
  const { org, boss, everyone, save, sent } = await start();
  const [first, second] = [await sinkWith({ auth }), await sinkWith({ auth })];
  await save(first, 0, PASSWORD);
  await runJobs('mail.send-email', org.id);
  expect([sent(first), sent(second)]).toEqual([[], []]);
  // Nothing was set before, so the emails are in the built-in mailbox.
  expect((await call('settings.mailbox', boss, {})).data.map((one) => one.recipient).toSorted()).toEqual(everyone);

  await save(second, 1, PASSWORD);
  await call('settings.mail-send-test', boss, {});
  const kept = await stored<{ kind: string; server_sealed: Buffer | null }>(
    'select kind, server_sealed from outbox where organization_id = $1 and state = $2 order by created_at',
    [org.id, 'queued'],
  );
  expect(kept.map((one) => [one.kind, one.server_sealed === null])).toEqual([
    ['mail_server_changed', false],
    ['mail_server_changed', false],
    ['test_email', true],
  ]);
  expect(kept[0]!.server_sealed!.toString('utf8')).not.toContain('тайно');
  await runJobs('mail.send-email', org.id);
  expect([sent(first), sent(second)]).toEqual([everyone, [boss.email]]);
  expect(first.accepted[0]!.from).toBe('portal@example.test');

  await call('settings.mail-reset', boss, { own_password: PASSWORD });
  await runJobs('mail.send-email', org.id);
  expect([sent(first), sent(second)]).toEqual([everyone, [...everyone, boss.email].toSorted()]);
  expect(
    await stored('select id from outbox where organization_id = $1 and server_sealed is not null', [org.id]),
  ).toEqual([]);
});
