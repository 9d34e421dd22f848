import { expect, test } from 'vitest';
import { suspiciousSorts } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { actionLog, call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { sweepReportMailboxes } from './read-reports.jobs.ts';

const settings = (domain: string) => ({
  address: `report@${domain}`,
  host: 'imap.company.test',
  port: 993,
  security: 'tls' as const,
  username: 'report',
  password: 'geheim',
  folder: 'INBOX',
  forward_to: null,
  thanks: true,
});
const setUp = async () => {
  const org = await make.organization();
  return { org, admin: await make.employee(org, { role: 'system_admin' }), form: settings(org.domain) };
};
const add = async (
  organizationId: string,
  row: { subject?: string; sender?: string; reporter_id?: string; verdict?: string; days?: number },
) =>
  (
    await stored<{ id: string }>(
      `insert into suspicious_emails (organization_id, subject, sender, reporter_id, verdict, stage, reported_at, size, links)
       values ($1, $2, $3, $4, $5::text, case $5::text when 'dangerous' then 'closed' when 'harmless' then 'in_work' else 'new' end, now() - make_interval(days => $6), 10, '{hxxp://a}') returning id`,
      [
        organizationId,
        row.subject ?? '',
        row.sender ?? '',
        row.reporter_id ?? null,
        row.verdict ?? null,
        row.days ?? 0,
      ],
    )
  )[0]!.id;

test('the settings are stored with a sealed password, which is never returned and belongs to one server', async () => {
  const { org, admin, form } = await setUp();
  expect(await call('suspicious-mail.address', admin, {})).toMatchObject({ configured: false, version: 0, port: 993 });
  const saved = await call('suspicious-mail.address-save', admin, { ...form, version: 0 });
  expect(saved).toMatchObject({ configured: true, password_state: 'set', version: 1 });
  expect(JSON.stringify(saved)).not.toContain('geheim');
  const sealed = async () =>
    (
      await stored<{ password_sealed: Buffer | null }>(
        'select password_sealed from report_mailboxes where organization_id = $1',
        [org.id],
      )
    )[0]!.password_sealed;
  expect((await sealed())!.toString('latin1')).not.toContain('geheim');
  const { password: _, ...without } = form;
  await call('suspicious-mail.address-save', admin, { ...without, folder: 'Reports', version: 1 });
  expect(await sealed()).not.toBeNull();
  await expect(call('suspicious-mail.address-save', admin, { ...without, version: 1 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await call('suspicious-mail.address-save', admin, { ...without, host: 'other.company.test', version: 2 });
  expect(await sealed()).toBeNull();
  expect(await call('suspicious-mail.address-remove', admin, {})).toMatchObject({ configured: false });
  const log = (await actionLog(org.id)).filter((entry) => entry.kind === 'report_address');
  expect(log.map((entry) => [entry.action, entry.changes['host']])).toEqual([
    ['report_address.set', [null, 'imap.company.test']],
    ['report_address.set', undefined],
    ['report_address.set', ['imap.company.test', 'other.company.test']],
    ['report_address.removed', undefined],
  ]);
});

test('a password that can no longer be read is shown as the reason why the mailbox is not read', async () => {
  const { org, admin, form } = await setUp();
  await call('suspicious-mail.address-save', admin, { ...form, version: 0 });
  await stored(`update report_mailboxes set password_sealed = 'lost' where organization_id = $1`, [org.id]);
  await runJobs('suspicious-mail.read-reports', org.id);
  await sweepReportMailboxes(await platform());
  await runJobs('suspicious-mail.read-reports', org.id);
  expect(await call('suspicious-mail.address', admin, {})).toMatchObject({
    password_state: 'lost',
    failure: { step: 'login', code: 'password_lost' },
  });
});

test('another folder is read from its beginning; the same folder goes on where it was', async () => {
  const { org, admin, form } = await setUp();
  await call('suspicious-mail.address-save', admin, { ...form, version: 0 });
  await stored(`update report_mailboxes set uid_validity = '1', last_uid = 7 where organization_id = $1 returning 1`, [
    org.id,
  ]);
  const place = async () =>
    (
      await stored<{ last_uid: number }>('select last_uid from report_mailboxes where organization_id = $1', [org.id])
    )[0]!.last_uid;
  await call('suspicious-mail.address-save', admin, { ...form, thanks: false, version: 1 });
  expect(Number(await place())).toBe(7);
  await call('suspicious-mail.address-save', admin, { ...form, folder: 'Reports', version: 2 });
  expect(Number(await place())).toBe(0);
});

test('emails are not forwarded to the report address itself, and private addresses can be rejected', async () => {
  const { admin, form } = await setUp();
  const rejected = call('suspicious-mail.address-save', admin, {
    ...form,
    forward_to: form.address.toUpperCase(),
    version: 0,
  });
  await expect(rejected).rejects.toMatchObject({ code: 'suspicious.forwards_to_itself' });
  const shared = await platform();
  const closed = { ...shared, config: { ...shared.config, allowPrivateSmtp: false, localHosts: [] } };
  const saved = call('suspicious-mail.address-save', admin, { ...form, host: '10.0.0.1', version: 0 }, {}, closed);
  await expect(saved).rejects.toMatchObject({ code: 'connection.address_rejected' });
  const tested = await call('suspicious-mail.address-test', admin, { ...form, host: 'localhost' }, {}, closed);
  expect(tested.steps.at(-1)).toMatchObject({ step: 'connect', code: 'connection_refused' });
});

test('the list is searched, filtered and sorted by each key, and what is unknown comes last', async () => {
  const { org, admin } = await setUp();
  const anna = await make.employee(org, { last_name: 'Ахмедова', first_name: 'Анна' });
  await add(org.id, { subject: 'Ёлка', sender: 'b@evil.test', reporter_id: anna.id, verdict: 'dangerous', days: 2 });
  await add(org.id, { subject: 'Жалоба', sender: 'a@evil.test', reporter_id: admin.id, days: 1 });
  await add(org.id, { verdict: 'harmless' });
  const list = async (input: object) => (await call('suspicious-mail.list', admin, input)).data;
  const subjects = async (input: object) => (await list(input)).map((row) => row.subject);
  expect(await subjects({})).toEqual(['', 'Жалоба', 'Ёлка']);
  for (const search of ['ахмедова', 'Akhmedova']) expect(await subjects({ search }), search).toEqual(['Ёлка']);
  expect(await subjects({ search: 'A@EVIL' })).toEqual(['Жалоба']);
  expect(await subjects({ search: '%' })).toEqual([]);
  expect(await subjects({ stages: ['closed', 'in_work'] })).toEqual(['', 'Ёлка']);
  const expected: Record<(typeof suspiciousSorts)[number], string[]> = {
    reported_at: ['Ёлка', 'Жалоба', ''],
    subject: ['Ёлка', 'Жалоба', ''],
    sender: ['Жалоба', 'Ёлка', ''],
    reporter: ['Ёлка', 'Жалоба', ''],
    stage: ['Жалоба', '', 'Ёлка'],
    verdict: ['Ёлка', '', 'Жалоба'],
  };
  for (const sort_by of suspiciousSorts)
    expect(await subjects({ sort_by, sort_order: 'asc' }), sort_by).toEqual(expected[sort_by]);
  expect(await subjects({ sort_by: 'sender', sort_order: 'desc' })).toEqual(['Ёлка', 'Жалоба', '']);
});

test('the sweep orders the reading of mailboxes that are due and deletes emails after a year', async () => {
  const { org, admin, form } = await setUp();
  await call('suspicious-mail.address-save', admin, { ...form, version: 0 });
  await add(org.id, { days: 366 });
  const kept = await add(org.id, { days: 360 });
  const on = await platform();
  await sweepReportMailboxes(on);
  await sweepReportMailboxes(on);
  expect(await queued('suspicious-mail.read-reports', org.id)).toHaveLength(1);
  expect(await stored('select id from suspicious_emails where organization_id = $1', [org.id])).toEqual([{ id: kept }]);
  const later = await setUp();
  await call('suspicious-mail.address-save', later.admin, { ...later.form, version: 0 });
  await stored(
    `update report_mailboxes set next_at = now() + interval '5 minutes' where organization_id = $1 returning 1`,
    [later.org.id],
  );
  await sweepReportMailboxes(on);
  expect(await queued('suspicious-mail.read-reports', later.org.id)).toEqual([]);
});
