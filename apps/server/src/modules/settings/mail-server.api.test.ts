import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sink } from '@sergak/mail/sink.ts';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD, withPassword } from '../../../test/own-password.ts';
import type { Platform } from '../../platform/context.ts';
import { jobContext } from '../../platform/jobs.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { sendEmail } from './outbox.jobs.ts';
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

/** The same installation after its secret was lost and replaced. */
const withOtherSecret = async () => ({ ...(await platform()), secrets: createSecrets(randomBytes(32)) });
/** Tries the queued emails of an organisation, which stay in the queue. */
const sendAll = async (organizationId: string, on: Platform, lastAttempt = false) => {
  const context = jobContext(on, organizationId, new AbortController().signal, 1, lastAttempt);
  for (const payload of await queued('mail.send-email', organizationId)) await sendEmail(context, payload);
};

test.each(['the same server', 'another server', 'no server'] as const)(
  'after the secret was lost, super users can set %s, and the reports are kept in the built-in mailbox',
  async (what) => {
    const { org, boss, everyone, save, sent } = await start();
    const [first, second] = [await sinkWith({ auth }), await sinkWith({ auth })];
    await save(first, 0, PASSWORD);
    await runJobs('mail.send-email', org.id);
    await stored('update mail_settings set verified_at = now() where organization_id = $1', [org.id]);

    const lost = await withOtherSecret();
    const { password: _kept, ...same } = settingsOf(first);
    const proof = { own_password: PASSWORD };
    const set = (settings: typeof same) =>
      call('settings.mail-save', boss, { ...settings, version: 1, ...proof }, {}, lost);
    const after =
      what === 'no server'
        ? await call('settings.mail-reset', boss, proof, {}, lost)
        : await set(what === 'the same server' ? same : settingsOf(second));
    expect(after).toMatchObject({
      password_state: what === 'the same server' ? 'lost' : what === 'another server' ? 'set' : 'none',
      verified_at: null,
    });

    await sendAll(org.id, lost);
    expect([sent(first), sent(second)]).toEqual([[], []]);
    const caught = (await call('settings.mailbox', boss, {})).data.map((one) => one.recipient);
    expect(caught.toSorted()).toEqual([...everyone, ...everyone].toSorted());
  },
);

test('an email is given up after the usual attempts if the secret of its mail server was lost', async () => {
  const { org, boss, save, sent } = await start();
  const [first, second] = [await sinkWith({ auth }), await sinkWith({ auth })];
  await save(first, 0, PASSWORD);
  await runJobs('mail.send-email', org.id);
  await save(second, 1, PASSWORD);
  await call('settings.mail-send-test', boss, {});
  const rows = () =>
    stored<{ kind: string; state: string; attempts: number; sealed: boolean }>(
      `select kind, state, attempts, server_sealed is not null as sealed from outbox
       where organization_id = $1 and state <> 'sent' order by created_at, attempts desc`,
      [org.id],
    );
  const lost = await withOtherSecret();
  await expect(sendAll(org.id, lost)).rejects.toThrow('the mail server cannot be used');
  expect((await rows())[0]).toEqual({ kind: 'mail_server_changed', state: 'queued', attempts: 1, sealed: true });
  await sendAll(org.id, lost, true);
  expect(await rows()).toEqual([
    { kind: 'mail_server_changed', state: 'failed', attempts: 2, sealed: false },
    { kind: 'mail_server_changed', state: 'failed', attempts: 1, sealed: false },
    { kind: 'test_email', state: 'failed', attempts: 1, sealed: false },
  ]);
  expect([sent(first), sent(second)]).toEqual([[], []]);
});
