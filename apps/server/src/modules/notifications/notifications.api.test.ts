import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import { launch, organization } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, HOUR, now } from '../../platform/clock.ts';
import { enqueue } from '../../platform/jobs.ts';
import { HEAD, read, start } from '../employees/test-imports.ts';
import { sweepNotifications } from './notifications.jobs.ts';
import { forgetReaders } from './public.ts';

const addReported = (org: { id: string }, days = 0) =>
  stored<{ id: string }>(
    `insert into suspicious_emails (organization_id, subject, reported_at, size) values ($1, 'Счёт', now() - make_interval(days => $2), 10) returning id`,
    [org.id, days],
  ).then((rows) => rows[0]!.id);
const judge = (as: Person, id: string) =>
  call('suspicious-mail.judge', as, { id, stage: 'closed', verdict: 'harmless', version: 1 });
const settle = async (org: { id: string }) => {
  await inOrganization(org.id, 'write', (tx) => enqueue(tx, 'notifications.settle', {}));
  await runJobs('notifications.settle', org.id);
};
const waiting = async (as: Person) => (await call('notifications.waiting', as, {})).data;
const bell = (as: Person) => call('notifications.list', as, {});
const outbox = (org: { id: string }) =>
  stored<{ kind: string; employee_id: string; subject: string; text: string }>(
    'select kind, employee_id, subject, text from outbox where organization_id = $1 order by created_at, recipient',
    [org.id],
  );
/** An organisation whose campaigns for more than two people wait for a second administrator, and a campaign that does. */
const asked = async () => {
  const h = await organization(3);
  await stored('update organizations set approval_above = 2, approval_is_default = false where id = $1', [h.org.id]);
  const second = await make.operator(h.org);
  await stored(`update employees set created_at = now() - interval '30 days' where organization_id = $1`, [h.org.id]);
  return { ...h, second, made: await launch(h) };
};

test('a campaign that waits for approval is raised with the request, and ends with the decision, not with reading', async () => {
  const h = await asked();
  expect(await waiting(h.second)).toMatchObject([
    { kind: 'approval', count: 1, things: [{ id: h.made.id, title: 'Кампания', number: 3 }] },
  ]);
  const { data, unread } = await bell(h.second);
  expect(data).toMatchObject([{ kind: 'approval', thing_id: h.made.id, number: 3, ended_at: null, read: false }]);
  expect(unread).toBe(1);
  expect(await call('notifications.read', h.second, { ids: null })).toEqual({ unread: 0 });
  expect((await bell(h.second)).data).toMatchObject([{ read: true, ended_at: null }]);
  expect(await waiting(h.second)).toHaveLength(1);
  const { version } = await call('campaigns.get', h.second, { id: h.made.id });
  await call('campaigns.approve', h.second, { id: h.made.id, version });
  expect(await waiting(h.second)).toEqual([]);
  expect((await bell(h.second)).data[0]!.ended_at).not.toBeNull();
});

test('it does not wait for its author, for a role without the permission, or for another organisation', async () => {
  const h = await asked();
  for (const other of [
    h.administrator,
    await make.employee(h.org, { role: 'content_manager' }),
    await make.operator(await make.organization()),
  ]) {
    expect((await waiting(other)).filter((one) => one.kind === 'approval')).toEqual([]);
    expect((await bell(other)).data.filter((one) => one.kind === 'approval')).toEqual([]);
  }
  await expect(call('notifications.list', await make.employee(h.org), {})).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});

test('a person of a parent organisation sees what waits in the chosen one, and reads there', async () => {
  const h = await asked();
  const parent = { ...(await make.operator(await make.organization())), acting: h.org.id };
  expect(await waiting(parent)).toMatchObject([{ kind: 'approval' }]);
  await call('notifications.read', parent, { ids: null });
  expect((await bell(parent)).unread).toBe(0);
  expect((await bell(h.second)).unread).toBe(1);
  const { acting: _, ...home } = parent;
  expect(await waiting(home)).toEqual([]);
});

test('rejecting, changing and deleting a campaign end its notification or raise it again', async () => {
  const h = await asked();
  const version = async () => (await call('campaigns.get', h.administrator, { id: h.made.id })).version;
  await call('campaigns.reject', h.second, { id: h.made.id, version: await version(), note: 'Много людей' });
  expect(await waiting(h.second)).toEqual([]);
  await call('campaigns.update', h.administrator, {
    id: h.made.id,
    version: await version(),
    hasMessage: true,
    theme: 'Т',
    text: 'Т',
  });
  expect((await bell(h.second)).data.map((one) => one.ended_at === null)).toEqual([true, false]);
  await call('campaigns.delete', h.administrator, { id: h.made.id });
  expect((await bell(h.second)).unread).toBe(0);
});

test('reported emails are one notification: it counts them, is unread again when there are more, and ends with the last one', async () => {
  const org = await make.organization();
  const admin = await make.operator(org);
  const first = await addReported(org, 3);
  await settle(org);
  const [line] = await waiting(admin);
  expect(line).toMatchObject({ kind: 'reported_mail', count: 1, things: [] });
  expect(Date.parse(line!.since)).toBeLessThan(Date.now() - 2 * DAY);
  await call('notifications.read', admin, { ids: null });
  const second = await addReported(org);
  await settle(org);
  expect((await bell(admin)).data).toMatchObject([{ number: 2, read: false }]);
  await call('notifications.read', admin, { ids: null });
  await judge(admin, first);
  expect((await bell(admin)).data).toMatchObject([{ number: 1, read: true, ended_at: null }]);
  await judge(admin, second);
  expect((await bell(admin)).data[0]!.ended_at).not.toBeNull();
  expect(await waiting(admin)).toEqual([]);
});

test('an import waits only for the person who uploaded the file, until it is confirmed', async () => {
  const { org, administrator, at } = await start();
  const other = await make.operator(org);
  const { task_id } = await read(administrator, `${HEAD}Рахимов;Олим;;${at('olim')};;;\n`);
  expect(await waiting(administrator)).toMatchObject([{ kind: 'import_ready', things: [{ title: 'staff.csv' }] }]);
  expect(await waiting(other)).toEqual([]);
  await call('imports.apply', administrator, { task_id });
  expect(await waiting(administrator)).toEqual([]);
  await runJobs('employees.apply-import', org.id);
  const seen = (await bell(administrator)).data;
  expect(seen.map((one) => [one.kind, one.ended_at === null])).toEqual([
    ['import_done', true],
    ['import_ready', false],
  ]);
  expect((await bell(other)).data).toEqual([]);
  await atTime(after(now(), 2 * DAY), () => settle(org));
  expect((await bell(administrator)).unread).toBe(0);
});

test('a licence and a certificate that end soon are raised by time, and a longer licence ends it', async () => {
  const org = await make.organization();
  const admin = await make.operator(org);
  await stored(`update organizations set licence_end = current_date + 10 where id = $1`, [org.id]);
  await settle(org);
  expect(await waiting(admin)).toMatchObject([{ kind: 'licence', count: 1 }]);
  await stored(`update organizations set licence_end = current_date + 400 where id = $1`, [org.id]);
  await settle(org);
  expect((await bell(admin)).data[0]!.ended_at).not.toBeNull();
});

test('the mail server fails from the third attempt on, until an email is delivered', async () => {
  const org = await make.organization();
  const admin = await make.operator(org);
  const put = (attempts: number, state: string) =>
    stored(
      `insert into outbox (organization_id, kind, recipient, subject, html, text, message_id, state, attempts, sent_at)
       values ($1, 'test_email', 'a@b.test', 's', '', '', gen_random_uuid()::text, $2, $3, case when $2 = 'sent' then now() end)`,
      [org.id, state, attempts],
    );
  await put(2, 'queued');
  expect(await waiting(admin)).toEqual([]);
  await put(3, 'queued');
  expect(await waiting(admin)).toMatchObject([{ kind: 'mail_server', count: 1 }]);
  await put(1, 'sent');
  expect(await waiting(admin)).toEqual([]);
});

test('each person chooses per kind: an email at once, a digest, the portal alone, or nothing', async () => {
  const org = await make.organization();
  const [now_, daily, none] = [await make.operator(org), await make.operator(org), await make.operator(org)];
  const choose = (as: Person, way: 'email' | 'digest' | 'off') =>
    call('notifications.choose', as, { data: [{ kind: 'reported_mail', way }] });
  await choose(now_, 'email');
  await choose(daily, 'digest');
  const { data } = await choose(none, 'off');
  expect(data.find((one) => one.kind === 'reported_mail')).toEqual({
    kind: 'reported_mail',
    way: 'off',
    usual: 'portal',
  });
  await addReported(org);
  await settle(org);
  await runJobs('notifications.write-emails', org.id);
  expect(await outbox(org)).toMatchObject([{ kind: 'notification', employee_id: now_.id }]);
  expect((await outbox(org))[0]!.text).toContain('/lk/admin/phishing/suspicious?stage=new');
  expect((await bell(none)).data).toEqual([]);
  expect(await waiting(none)).toHaveLength(1);
  await runJobs('notifications.write-emails', org.id);
  expect(await outbox(org)).toHaveLength(1);
  const tomorrow = new Date(`${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T06:00:00Z`);
  await atTime(tomorrow, async () => {
    await sweepNotifications(await platform());
    await runJobs('notifications.write-digest', org.id);
    await sweepNotifications(await platform());
    await runJobs('notifications.write-digest', org.id);
  });
  const sent = (await outbox(org)).filter((one) => one.kind === 'notification_digest');
  expect(sent).toMatchObject([{ employee_id: daily.id }]);
  expect(sent[0]!.text).toContain('Подозрительные письма ждут проверки: 1');
});

test('what was read or is over is not mailed', async () => {
  const org = await make.organization();
  const [reader, other] = [await make.operator(org), await make.operator(org)];
  for (const one of [reader, other])
    await call('notifications.choose', one, { data: [{ kind: 'reported_mail', way: 'email' }] });
  const id = await addReported(org);
  await settle(org);
  await call('notifications.read', reader, { ids: null });
  await judge(other, id);
  await runJobs('notifications.write-emails', org.id);
  expect(await outbox(org)).toEqual([]);
  await addReported(org);
  await settle(org);
  await call('notifications.read', reader, { ids: null });
  await runJobs('notifications.write-emails', org.id);
  expect((await outbox(org)).map((one) => one.employee_id)).toEqual([other.id]);
});

test('in quiet hours emails wait for their end, also those that a domain writes itself', async () => {
  const h = await asked();
  const boss = await make.employee(h.org, { role: 'system_admin' });
  const night = { from: 20 * 60, to: 8 * 60, days_off: false };
  expect(await call('notifications.set-quiet-hours', boss, { ...night, version: 0 })).toEqual({ ...night, version: 1 });
  await expect(call('notifications.set-quiet-hours', boss, { ...night, version: 0 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  expect((await actionLog(h.org.id)).at(-1)).toMatchObject({
    action: 'organization.quiet_hours_set',
    changes: { quiet_from: [null, 1200], quiet_to: [null, 480] },
  });
  await call('notifications.choose', boss, { data: [{ kind: 'reported_mail', way: 'email' }] });
  const evening = new Date('2027-03-02T18:00:00Z'); // 23:00 in Tashkent
  await addReported(h.org);
  const runAt = async (task: string) =>
    (
      await (
        await platform()
      ).db.owner.query<{ at: Date }>(
        `select j.run_at as at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1 and j.payload->>'organization_id' = $2 order by j.id desc limit 1`,
        [task, h.org.id],
      )
    ).rows[0]!.at;
  await atTime(evening, async () => {
    await settle(h.org);
    await runJobs('notifications.write-emails', h.org.id);
  });
  expect((await outbox(h.org)).filter((one) => one.kind === 'notification')).toEqual([]);
  expect(new Date(await runAt('notifications.write-emails')).toISOString()).toBe('2027-03-03T03:00:00.000Z');
  const before = (await outbox(h.org)).length;
  await atTime(evening, async () => {
    const end = new Date(evening.getTime() + 20 * DAY).toISOString();
    await launch(h, { dateType: 'custom', dateEnd: end });
  });
  const written = (await outbox(h.org)).slice(before);
  expect(written.map((one) => one.kind)).toContain('campaign_asked');
  expect(new Date(await runAt('mail.send-email')).toISOString()).toBe('2027-03-03T03:00:00.000Z');
  await atTime(after(evening, 10 * HOUR), () => runJobs('notifications.write-emails', h.org.id));
  expect((await outbox(h.org)).filter((one) => one.kind === 'notification')).toMatchObject([{ employee_id: boss.id }]);
});

test('who switched the email about approvals off gets none, the others do', async () => {
  const h = await organization(3);
  await stored('update organizations set approval_above = 2, approval_is_default = false where id = $1', [h.org.id]);
  const [quiet, other] = [await make.operator(h.org), await make.operator(h.org)];
  await stored(`update employees set created_at = now() - interval '30 days' where organization_id = $1`, [h.org.id]);
  await call('notifications.choose', quiet, { data: [{ kind: 'approval', way: 'portal' }] });
  await launch(h);
  expect((await outbox(h.org)).map((one) => [one.kind, one.employee_id])).toEqual([['campaign_asked', other.id]]);
  expect((await bell(quiet)).unread).toBe(1);
});

test('the data of a person is erased from reads, choices and notifications', async () => {
  const { org, administrator, at } = await start();
  await read(administrator, `${HEAD}Рахимов;Олим;;${at('olim')};;;\n`);
  await call('notifications.read', administrator, { ids: null });
  await call('notifications.choose', administrator, { data: [{ kind: 'overdue', way: 'off' }] });
  await inOrganization(org.id, 'write', (tx) => forgetReaders(tx, [administrator.id]));
  for (const table of ['notification_reads', 'notification_choices', 'notifications'])
    expect(await stored(`select 1 from ${table} where employee_id = $1`, [administrator.id])).toEqual([]);
});
