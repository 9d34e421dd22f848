import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { startCatcher } from '@sergak/mail/catcher.ts';
import { readReceived, type Received } from '@sergak/mail/test-received.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { ReportScheduleInput } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import {
  actionLog,
  call,
  inOrganization,
  platform,
  queued,
  runJobs,
  stored,
  withOwnPlatform,
} from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { mailServer } from '../../../test/make/campaign-rows.ts';
import { after, atTime, DAY, HOUR, iso, MINUTE, now } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { sweepExpiredReports } from '../reports/reports.service.ts';
import { orderDue, sendDelivery, sweepSchedules } from './report-schedules.jobs.ts';

withOwnPlatform();

/** Monday, 9:00 in Tashkent. */
const MONDAY = new Date('2026-11-30T04:00:00Z');
const before = after(MONDAY, -2 * DAY);

/** Ends the ordered reports with a small file: laying a PDF out takes seconds on a busy machine. */
const completeReports = async (organizationId: string): Promise<void> => {
  const storage_key = await (await platform()).files.put(Buffer.from('%PDF-1.7'));
  await inOrganization(organizationId, 'write', async (tx) => {
    const file = { name: 'Отчёт.pdf', content_type: 'application/pdf', size: 8, storage_key };
    const { id } = await tx.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow();
    const ended = { status: 'complete' as const, file_id: id, finished_at: now() };
    await tx.updateTable('reports').set(ended).where('status', '=', 'in_progress').execute();
  });
};

const office = async (changes: Partial<ReportScheduleInput> = {}, at = before) => {
  const org = await make.organization({ title: 'Завод' });
  const administrator = await make.operator(org);
  const input: ReportScheduleInput & { version: number } = {
    frequency: 'weekly',
    weekday: 1,
    month_day: 31,
    hour: 9,
    kinds: ['pdf'],
    language: 'ru',
    to_tag: true,
    addresses: [],
    attach: false,
    version: 0,
    ...changes,
  };
  const saved = await atTime(at, () => call('report-schedules.save', administrator, input));
  const addMember = async (role: 'employee' | 'operator') => {
    const person = await make.employee(org, { role });
    await inOrganization(org.id, 'write', async (tx) => {
      const tag = await tx.selectFrom('tags').select('id').where('title', '=', 'отчеты').executeTakeFirstOrThrow();
      await tx.insertInto('tag_employees').values({ tag_id: tag.id, employee_id: person.id }).execute();
    });
    return person;
  };
  /** The sweep of a minute and the jobs that it queues; then reports are made, and the next sweep sends them. */
  const pass = (when: Date, complete = completeReports) =>
    atTime(when, async () => {
      const on = await platform();
      await sweepSchedules(on);
      await runJobs('report-schedules.order', org.id);
      await complete(org.id);
      await sweepSchedules(on);
      await runJobs('report-schedules.send', org.id);
    });
  const deliveries = async () => (await call('report-schedules.deliveries', administrator, {})).data;
  const emails = () =>
    stored<{ id: string; recipient: string; subject: string; html: string; attachments: string[] }>(
      `select id, recipient, subject, html, attachments from outbox where organization_id = $1 and kind = 'scheduled_reports' order by recipient`,
      [org.id],
    );
  return { org, administrator, input, saved, addMember, pass, deliveries, emails };
};
const context = async (organizationId: string) =>
  jobContext(await platform(), organizationId, new AbortController().signal);

test('a due delivery orders its reports once and sends a link that needs a session', async () => {
  const h = await office();
  const director = await h.addMember('operator');
  expect(h.saved).toMatchObject({ next_at: iso(MONDAY), version: 1, time_zone: 'Asia/Tashkent', stopped_by: null });
  await h.pass(after(MONDAY, -MINUTE));
  expect(await h.deliveries()).toEqual([]);
  await h.pass(MONDAY);
  await h.pass(after(MONDAY, MINUTE));
  await h.pass(after(MONDAY, 2 * DAY));
  const emails = await h.emails();
  expect(emails).toMatchObject([{ recipient: director.email, attachments: [] }]);
  expect(emails[0]!.html).toContain('/lk/admin/statistics/reports');
  expect(emails[0]!.html).not.toContain('/lk/files/');
  expect(emails[0]!.subject).toBe('Отчёты за 30.11.2026: Завод');
  expect(await h.deliveries()).toMatchObject([
    {
      trigger: 'schedule',
      due_at: iso(MONDAY),
      state: 'sending',
      reports: [{ kind: 'pdf', status: 'complete', error: null }],
      recipients: [{ email: director.email, name: director.name, state: 'queued', attached: false }],
    },
  ]);
  await h.pass(after(MONDAY, 7 * DAY));
  expect(await h.emails()).toHaveLength(2);
  expect((await actionLog(h.org.id)).map((one) => one.action)).toEqual([
    'report_schedule.set',
    'report_schedule.delivered',
    'report_schedule.delivered',
  ]);
});

test('after downtime the last missed delivery is made up, with its time in the email', async () => {
  const h = await office();
  await h.addMember('operator');
  const late = after(MONDAY, 70 * DAY);
  await h.pass(late);
  expect(await h.deliveries()).toMatchObject([{ due_at: iso(after(MONDAY, 70 * DAY)) }]);
  await h.pass(after(late, 7 * DAY + 5 * HOUR));
  const emails = await h.emails();
  expect(emails).toHaveLength(2);
  expect(emails.filter((one) => /портал в\sэто время не\sработал/.test(one.html))).toHaveLength(1);
});

test('jobs that run at the same time or again neither double nor lose a delivery', async () => {
  const h = await office();
  await h.addMember('operator');
  const ctx = await context(h.org.id);
  await atTime(MONDAY, () => Promise.all([orderDue(ctx), orderDue(ctx), orderDue(ctx)]));
  expect(await queued('reports.make-report', h.org.id)).toHaveLength(1);
  const [delivery] = await h.deliveries();
  const payload = { organization_id: h.org.id, delivery_id: delivery!.id };
  await sendDelivery(ctx, payload); // its report is not complete yet
  expect(await h.emails()).toEqual([]);
  await completeReports(h.org.id);
  await Promise.all([sendDelivery(ctx, payload), sendDelivery(ctx, payload), sendDelivery(ctx, payload)]);
  expect(await h.emails()).toHaveLength(1);
});

/** Runs a job in a process of its own and kills it before the commit. */
const killBeforeCommit = async (organizationId: string, deliveryId?: string): Promise<void> => {
  const { config, db } = await platform();
  const script = join(import.meta.dirname, 'test-delivery-process.ts');
  const args = [
    script,
    db.owner.options.connectionString!,
    config.dataDir,
    organizationId,
    ...(deliveryId ? [deliveryId] : []),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
};

test('a process that is killed while it orders or sends loses nothing and doubles nothing', async () => {
  // The process uses the real time, so the delivery of the last week is due.
  const h = await office({}, after(now(), -8 * DAY));
  await h.addMember('operator');
  await killBeforeCommit(h.org.id);
  expect(await h.deliveries()).toEqual([]);
  expect(await queued('reports.make-report', h.org.id)).toEqual([]);
  const ctx = await context(h.org.id);
  await orderDue(ctx);
  await completeReports(h.org.id);
  const [{ id } = { id: '' }] = await h.deliveries();
  await killBeforeCommit(h.org.id, id);
  expect(await h.emails()).toEqual([]);
  await sendDelivery(ctx, { organization_id: h.org.id, delivery_id: id });
  await orderDue(ctx);
  await sendDelivery(ctx, { organization_id: h.org.id, delivery_id: id });
  expect(await h.emails()).toHaveLength(1);
  expect(await h.deliveries()).toHaveLength(1);
});

test('people without the permission and addresses outside get the PDF only where the organisation allows it', async () => {
  const h = await office();
  const address = `board@${h.org.domain}`;
  const [employee, operator] = [await h.addMember('employee'), await h.addMember('operator')];
  const save = (changes: object, version: number) =>
    atTime(before, () =>
      call('report-schedules.save', h.administrator, { ...h.input, addresses: [address], ...changes, version }),
    );
  await save({}, 1);
  await h.pass(MONDAY);
  const statesOf = (all: Awaited<ReturnType<typeof h.deliveries>>) =>
    Object.fromEntries(all[0]!.recipients.map((one) => [one.email, [one.state, one.attached]]));
  expect(statesOf(await h.deliveries())).toEqual({
    [employee.email]: ['no_permission', false],
    [operator.email]: ['queued', false],
    [address]: ['no_account', false],
  });
  await save({ attach: true }, 2);
  await h.pass(after(MONDAY, 7 * DAY));
  expect(statesOf(await h.deliveries())).toEqual({
    [employee.email]: ['queued', true],
    [operator.email]: ['queued', false],
    [address]: ['queued', true],
  });
});

const sink = async () => {
  const received: { to: string; email: Received }[] = [];
  const server = await startCatcher({
    port: 0,
    onMessage: async (raw, envelope) => void received.push({ to: envelope.to[0]!, email: await readReceived(raw) }),
  });
  onTestFinished(() => server.stop());
  return { port: server.port, received };
};

test('the mail server receives the attached PDF; the outcome of each recipient is listed', async () => {
  const mail = await sink();
  const h = await office({ attach: true, kinds: ['pdf', 'progress'] });
  await mailServer(await platform(), h.org.id, mail.port);
  const [employee, operator] = [await h.addMember('employee'), await h.addMember('operator')];
  await h.pass(MONDAY, async (id) => void (await runJobs('reports.make-report', id)));
  await runJobs('mail.send-email', h.org.id);
  expect(mail.received.map((one) => one.to).toSorted()).toEqual([employee.email, operator.email].toSorted());
  const files = (to: string) => mail.received.find((one) => one.to === to)!.email.attachments;
  expect(files(operator.email)).toEqual([]);
  expect(files(employee.email)).toHaveLength(2);
  for (const file of files(employee.email)) {
    expect(file.contentType).toBe('application/pdf');
    expect(file.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.filename).toMatch(/\.pdf$/);
  }
  expect(await h.deliveries()).toMatchObject([{ state: 'sent', recipients: [{ state: 'sent' }, { state: 'sent' }] }]);
});

test('an email whose attached file is gone is given up and listed as failed', async () => {
  const h = await office({ attach: true });
  await h.addMember('employee');
  await h.pass(MONDAY);
  await stored('update outbox set attachments = $2 where organization_id = $1', [h.org.id, [randomUUID()]]);
  await runJobs('mail.send-email', h.org.id);
  expect(await h.deliveries()).toMatchObject([{ state: 'failed', recipients: [{ state: 'failed' }] }]);
});

test('a report that is too large to attach is named in the email instead', async () => {
  const h = await office({ attach: true });
  await h.addMember('employee');
  await atTime(MONDAY, async () => {
    await sweepSchedules(await platform());
    await runJobs('report-schedules.order', h.org.id);
    await completeReports(h.org.id);
    await stored('update files set size = $2 where organization_id = $1', [h.org.id, 11 * 1024 * 1024]);
  });
  await h.pass(after(MONDAY, MINUTE));
  const [email] = await h.emails();
  expect(email).toMatchObject({ attachments: [] });
  expect(email!.html).toMatch(/Больше\s10\sМБ/);
});

test('a report that cannot be made is named in the email; when none could be made the delivery has failed', async () => {
  const h = await office({ kinds: ['pdf', 'progress'] });
  await h.addMember('operator');
  const order = (when: Date) =>
    atTime(when, async () => {
      await sweepSchedules(await platform());
      await runJobs('report-schedules.order', h.org.id);
    });
  await order(MONDAY);
  await stored(
    `update reports set status = 'error', error = 'too_large' where organization_id = $1 and category = 'progress'`,
    [h.org.id],
  );
  await h.pass(after(MONDAY, MINUTE));
  expect((await h.emails())[0]!.html).toMatch(/Не\sудалось сформировать: Ход обучения/);
  expect((await h.deliveries())[0]).toMatchObject({
    reports: [
      { kind: 'pdf', status: 'complete', error: null },
      { kind: 'progress', status: 'error', error: 'too_large' },
    ],
  });
  // The reports of the next week are never made, as on a full disk: the reports module ends them after half an hour.
  const later = after(MONDAY, 7 * DAY);
  await order(later);
  await atTime(after(later, HOUR), async () => {
    await sweepExpiredReports(await platform());
    await sweepSchedules(await platform());
    await runJobs('report-schedules.send', h.org.id);
  });
  expect((await h.deliveries())[0]).toMatchObject({
    state: 'failed',
    reason: 'reports_failed',
    reports: [{ error: 'timeout' }, { error: 'timeout' }],
  });
});

test('people who have left and addresses of lost domains get nothing and are named', async () => {
  const h = await office({ to_tag: false, addresses: ['placeholder@org.test'].slice(1), frequency: 'off' });
  const [member, leaver] = [await h.addMember('operator'), await make.operator(h.org)];
  const outside = `board@${h.org.domain}`;
  const addresses = [leaver.email.toUpperCase(), outside, member.email];
  const saved = await atTime(before, () =>
    call('report-schedules.save', h.administrator, {
      ...h.input,
      frequency: 'weekly',
      to_tag: true,
      addresses,
      version: 1,
    }),
  );
  expect(saved.addresses.map((one) => one.state)).toEqual(['employee', 'outside', 'employee']);
  await call('employees.remove', h.administrator, { id: leaver.id });
  await stored('update organization_domains set verified_at = null where organization_id = $1', [h.org.id]);
  expect((await call('report-schedules.get', h.administrator, {})).addresses.map((one) => one.state)).toEqual([
    'left',
    'foreign_domain',
    'employee',
  ]);
  await h.pass(MONDAY);
  const states = Object.fromEntries((await h.deliveries())[0]!.recipients.map((one) => [one.email, one.state]));
  expect(states).toEqual({ [member.email]: 'queued', [leaver.email]: 'left', [outside]: 'foreign_domain' });
  expect(await h.emails()).toHaveLength(1);
});

test('a schedule without recipients or kinds, or with a foreign domain, is rejected', async () => {
  const h = await office();
  const save = (changes: object) =>
    call('report-schedules.save', h.administrator, { ...h.input, version: 1, ...changes });
  await expect(save({ kinds: [] })).rejects.toMatchObject({ code: 'report_schedule.no_kinds' });
  await expect(save({ to_tag: false })).rejects.toMatchObject({ code: 'report_schedule.no_recipients' });
  await expect(save({ addresses: ['boss@gmail.com'] })).rejects.toMatchObject({
    code: 'report_schedule.foreign_domain',
    details: { addresses: ['boss@gmail.com'] },
  });
  await expect(save({ version: 0 })).rejects.toMatchObject({ code: 'common.stale_version' });
  // Nobody is in the tag: the delivery fails and says why.
  await h.pass(MONDAY);
  expect(await h.deliveries()).toMatchObject([{ state: 'failed', reason: 'no_recipients', recipients: [] }]);
});

test('nothing is sent after the end of the licence, and the page says so', async () => {
  const h = await office();
  await h.addMember('operator');
  await stored(`update organizations set licence_end = '2026-11-29' where id = $1`, [h.org.id]);
  await h.pass(MONDAY);
  await h.pass(after(MONDAY, HOUR));
  expect(await h.emails()).toEqual([]);
  expect(await h.deliveries()).toMatchObject([{ state: 'failed', reason: 'licence_expired' }]);
  expect(await queued('reports.make-report', h.org.id)).toEqual([]);
  await atTime(MONDAY, async () => {
    expect(await call('report-schedules.get', h.administrator, {})).toMatchObject({ stopped_by: 'licence_expired' });
    await expect(call('report-schedules.send', h.administrator, {})).rejects.toMatchObject({ code: 'licence.expired' });
  });
  expect((await actionLog(h.org.id)).at(-1)).toMatchObject({
    action: 'report_schedule.failed',
    details: { note: 'licence_expired' },
  });
});

test('an organisation that is being removed gets no delivery', async () => {
  const h = await office();
  await stored('update organizations set removal_started_at = now() where id = $1', [h.org.id]);
  await h.pass(MONDAY);
  expect(await h.deliveries()).toEqual([]);
});

test('a person sends the reports now, also while the schedule is off, and one delivery at a time', async () => {
  const h = await office({ frequency: 'off' });
  const director = await h.addMember('operator');
  expect(h.saved.next_at).toBeNull();
  const ordered = await call('report-schedules.send', h.administrator, {});
  expect(ordered).toMatchObject({ trigger: 'manual', state: 'preparing', ordered_by: h.administrator.name });
  await expect(call('report-schedules.send', h.administrator, {})).rejects.toMatchObject({
    code: 'report_schedule.running',
  });
  await completeReports(h.org.id);
  await runJobs('report-schedules.send', h.org.id);
  expect((await h.emails()).map((one) => one.recipient)).toEqual([director.email]);
  await call('report-schedules.send', h.administrator, {});
  expect((await call('report-schedules.deliveries', h.administrator, { limit: 1 })).total_count).toBe(2);
});

test('a changed time neither repeats the delivery of a period nor sends one for the time before the change', async () => {
  const h = await office();
  await h.addMember('operator');
  await h.pass(MONDAY);
  const change = (when: Date, changes: object, version: number) =>
    atTime(when, () => call('report-schedules.save', h.administrator, { ...h.input, ...changes, version }));
  // The week has had its delivery: the next one is on Tuesday of the next week.
  const tuesday = await change(after(MONDAY, HOUR), { weekday: 2 }, 1);
  expect(tuesday.next_at).toBe(iso(after(MONDAY, 8 * DAY)));
  await h.pass(after(MONDAY, 2 * DAY));
  expect(await h.emails()).toHaveLength(1);
  // On the 30th the time of the monthly delivery was over already.
  await change(after(MONDAY, 3 * HOUR), { frequency: 'monthly', month_day: 30 }, 2);
  await h.pass(after(MONDAY, 4 * HOUR));
  expect(await h.emails()).toHaveLength(1);
});

test('old deliveries are deleted', async () => {
  const h = await office();
  await h.addMember('operator');
  await h.pass(MONDAY);
  await stored(
    `update report_deliveries set created_at = created_at - interval '400 days' where organization_id = $1`,
    [h.org.id],
  );
  await sweepSchedules(await platform());
  expect(await h.deliveries()).toEqual([]);
});
