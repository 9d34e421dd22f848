import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import {
  call,
  inOrganization,
  platform,
  runJobs,
  runJobsWithoutOrganization,
  stored,
  type Person,
} from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { createContentOrigin } from '../../platform/http/content-origin.ts';
import { previews } from '../../app/composition.ts';
import { enqueue } from '../../platform/jobs.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { SENDER_DEFAULTS, startSender } from '../delivery/public.ts';
import { thanksEmail } from '../suspicious-mail/report-emails.ts';
import { findReportingOrganization } from '../suspicious-mail/reports.query.ts';
import { ORGANIZATION_HEADER, startMailbox } from './public.ts';

let stop: () => Promise<void>;
let content: FastifyInstance;
beforeAll(async () => {
  const on = await platform();
  stop = await startMailbox(on);
  content = await createContentOrigin(on, previews);
});
afterAll(async () => {
  await content.close();
  await stop();
});

/** The recovery link in an email. */
const RECOVERY = /\/lk\/auth\/password\/recovery\/confirm\/([\w-]{43})/;

/** An organisation with a person of each role. */
const people = async () => {
  const org = await make.organization();
  const of = (role: 'super_user' | 'system_admin' | 'operator' | 'employee') => make.employee(org, { role });
  return {
    org,
    boss: await of('super_user'),
    admin: await of('system_admin'),
    operator: await of('operator'),
    colleague: await of('operator'),
    employee: await of('employee'),
  };
};
const recover = async (person: Person & { email: string }) => {
  await call('session.recovery-request', null, { email: person.email });
  await runJobsWithoutOrganization('session.send-recovery');
  await runJobs('mail.send-email', person.organization_id);
};
/** Id of the only email to a person. */
const caught = async (person: Person & { email: string }): Promise<number> => {
  const rows = await stored<{ id: number }>(
    'select id from mailbox_emails where organization_id = $1 and recipient = $2',
    [person.organization_id, person.email],
  );
  expect(rows).toHaveLength(1);
  return rows[0]!.id;
};
const recipients = async (as: Person, search = '') => {
  const { data, total_count } = await call('settings.mailbox', as, { search });
  expect(total_count).toBe(data.length);
  return data.map((row) => row.recipient).sort();
};
const show = async (url: string) => content.inject({ url: new URL(url).pathname });
const linkAs = async (person: Person, id: number) => {
  const { secrets, urls } = await platform();
  const payload = { kind: 'mailbox-email', organization_id: person.organization_id, id, viewer_id: person.id };
  return `${urls.content}/preview/${secrets.sign(payload, new Date(Date.now() + 3_600_000))}`;
};
const notFound = { code: 'email.not_found' };

/** Delivers an email from outside the portal to the mailbox over SMTP, with these headers and an attachment. */
const deliverEmail = async (
  organizationId: string,
  to: string,
  headers: Record<string, string> = {},
): Promise<void> => {
  const { mailbox } = await platform();
  const head = Object.entries({ [ORGANIZATION_HEADER]: organizationId, 'Message-ID': '<1@else.test>', ...headers });
  const email = [
    ...head.map(([name, value]) => `${name}: ${value}`),
    'Subject: From elsewhere',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nbody',
    '--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nsecret',
    '--b--',
  ].join('\r\n');
  const lines = ['HELO test', 'MAIL FROM:<x@else.test>', `RCPT TO:<${to}>`, 'DATA', `${email}\r\n.`, 'QUIT'];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(mailbox.port!, '127.0.0.1').setEncoding('utf8').on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (answer: string) => {
      if (/^[45]/.test(answer)) reject(new Error(answer));
      const next = lines.shift();
      if (next) socket.write(`${next}\r\n`);
    });
  });
};

test('an operator cannot reach the recovery link of a super user by any route', async () => {
  const { boss, admin, operator } = await people();
  await recover(boss);
  const id = await caught(boss);
  const own = await call('settings.mailbox-email', boss, { id });
  expect(own.text).toMatch(RECOVERY);
  const shown = await show(own.preview_url);
  expect([shown.statusCode, RECOVERY.test(shown.body)]).toEqual([200, true]);

  for (const below of [operator, admin]) {
    expect(await recipients(below)).toEqual([]);
    await expect(call('settings.mailbox-email', below, { id })).rejects.toMatchObject(notFound);
    await expect(call('settings.mailbox-attachment', below, { id, index: 0 })).rejects.toMatchObject(notFound);
    const page = await show(await linkAs(below, id));
    expect([page.statusCode, RECOVERY.test(page.body)]).toEqual([404, false]);
  }
  const without = await show((await linkAs(operator, id)).replace(/\.[^.]*$/, '.forged'));
  expect(without.statusCode).toBe(404);
});

test('neither a search nor clearing the mailbox reveals an email to a person with a higher role', async () => {
  const { boss, operator } = await people();
  await recover(boss);
  for (const search of [boss.email, boss.email.slice(0, 8), 'восстановление', 'sergak@', '%', '_'])
    expect(await recipients(operator, search), search).toEqual([]);
  expect(await recipients(boss, boss.email)).toEqual([boss.email]);
  // By the name of the recipient, also in the other alphabet.
  await stored(`update employees set last_name = 'Ахмедов' where id = $1`, [boss.id]);
  for (const search of ['ахмедов', 'Axmedov']) {
    expect(await recipients(boss, search), search).toEqual([boss.email]);
    expect(await recipients(operator, search), search).toEqual([]);
  }
  expect(await call('settings.mailbox-clear', operator, {})).toEqual({ deleted: 0 });
  expect(await recipients(boss)).toEqual([boss.email]);
  expect(await call('settings.mailbox-clear', boss, {})).toEqual({ deleted: 1 });
});

test('links and codes of other people are shown to super users only; each person sees their own', async () => {
  const { org, boss, admin, operator, colleague, employee } = await people();
  for (const person of [boss, admin, operator, colleague, employee]) await recover(person);
  const newcomer = await make.employee(org, { role: 'operator', is_registered: false });
  await call('employees.reinvite', boss, { ids: { include_ids: [newcomer.id] } });
  await runJobs('mail.send-email', org.id);
  const recipientsOfAll = [boss, admin, operator, colleague, employee, newcomer].map((one) => one.email);
  for (const below of [operator, admin]) {
    expect(await recipients(below)).toEqual([below.email]);
    for (const other of [employee, newcomer, colleague]) {
      const id = await caught(other);
      await expect(call('settings.mailbox-email', below, { id })).rejects.toMatchObject(notFound);
      expect((await show(await linkAs(below, id))).statusCode).toBe(404);
    }
    expect((await call('settings.mailbox-email', below, { id: await caught(below) })).text).toMatch(RECOVERY);
  }
  expect(await recipients(boss)).toEqual(recipientsOfAll.sort());
  expect((await call('settings.mailbox-email', boss, { id: await caught(newcomer) })).text).toContain(
    '/lk/auth/registration/',
  );
});

test('access follows the person: neither a reassigned address nor an older link bypasses it', async () => {
  const { org, boss, admin, operator } = await people();
  await recover(operator);
  const id = await caught(operator);
  const link = (await call('settings.mailbox-email', boss, { id })).preview_url;
  expect((await show(link)).statusCode).toBe(200);
  await inOrganization(org.id, 'write', async (tx) => {
    await tx
      .updateTable('employees')
      .set({ email: `moved@${org.domain}` })
      .where('id', '=', operator.id)
      .execute();
    await tx.updateTable('employees').set({ email: operator.email }).where('id', '=', admin.id).execute();
  });
  await expect(call('settings.mailbox-email', admin, { id })).rejects.toMatchObject(notFound);
  await make.employee(org, { role: 'super_user' });
  await stored(`update employees set role = 'system_admin' where id = $1`, [boss.id]);
  expect((await show(link)).statusCode).toBe(404);
});

test('a link stops working when the reader loses the role or is removed', async () => {
  const { org, boss, operator, employee } = await people();
  const second = await make.employee(org, { role: 'super_user' });
  await make.employee(org, { role: 'super_user' });
  await recover(employee);
  await recover(operator);
  const id = await caught(employee);
  const links = [(await call('settings.mailbox-email', operator, { id: await caught(operator) })).preview_url];
  for (const person of [boss, second]) links.push((await call('settings.mailbox-email', person, { id })).preview_url);
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ role: 'employee' }).where('id', 'in', [boss.id, operator.id]).execute();
    await tx.updateTable('employees').set({ deleted_at: new Date() }).where('id', '=', second.id).execute();
  });
  for (const link of links) expect((await show(link)).statusCode).toBe(404);
});

test('an email to an unknown recipient is shown to super users only, with its attachment', async () => {
  const { org, boss, admin, operator, employee } = await people();
  await deliverEmail(org.id, 'nobody@else.test');
  // A person's address with a forged outbox id and simulation header does not make it an email to that person.
  await deliverEmail(org.id, employee.email, {
    'X-Sergak-Email': employee.id,
    'X-Awareness-Simulation': 'a'.repeat(64),
  });
  const ids = await stored<{ id: number }>('select id from mailbox_emails where organization_id = $1', [org.id]);
  expect(ids).toHaveLength(2);
  for (const below of [operator, admin]) expect(await recipients(below)).toEqual([]);
  for (const { id } of ids) {
    for (const below of [operator, admin])
      await expect(call('settings.mailbox-attachment', below, { id, index: 0 })).rejects.toMatchObject(notFound);
    expect(await call('settings.mailbox-attachment', boss, { id, index: 0 })).toMatchObject({ name: 'a.txt' });
  }
});

test('a simulation contains no access to an account, so operators see simulations to all people', async () => {
  const { org, boss, operator } = await people();
  const on = await platform();
  await insertCampaign(on, org.id, 1, { employees: [boss.id] });
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await vi.waitFor(async () => expect(await recipients(operator)).toEqual([boss.email]), {
    timeout: 10_000,
    interval: 50,
  });
  const email = await call('settings.mailbox-email', operator, { id: await caught(boss) });
  expect(email.headers.map(({ name }) => name)).toContain('X-Awareness-Simulation');
});

test('in an anonymous organisation, emails that tell a result are shown to their addressee only', async () => {
  const { org, boss, admin, operator, employee } = await people();
  const campaign = await history.campaign(org);
  await stored('update campaigns set settings = $2 where id = $1', [
    campaign.id,
    {
      hasAutoCourse: false,
      targetsAutoCourse: 'clicked',
      period: 14,
      hasMessage: true,
      targetsMessage: 'clicked',
      theme: 'Разбор',
      text: 'Что случилось',
    },
  ]);
  for (const one of [operator, employee]) await history.email(org, campaign, one, { result: 2 });
  await inOrganization(org.id, 'write', (tx) =>
    enqueue(tx, 'campaigns.react-to-results', { campaign_id: campaign.id }),
  );
  await runJobs('campaigns.react-to-results', org.id);
  await runJobs('mail.send-email', org.id);
  await recover(boss);
  const [own, other] = [await caught(operator), await caught(employee)];
  const link = (await call('settings.mailbox-email', boss, { id: other })).preview_url;
  expect(await recipients(boss)).toEqual([boss, operator, employee].map((one) => one.email).sort());
  await stored(`update outbox set state = 'failed' where organization_id = $1`, [org.id]);
  const failed = async () => (await call('settings.outbox-failures', boss, {})).data.map((one) => one.kind).sort();
  expect(await failed()).toEqual(['campaign_message', 'campaign_message', 'recovery']);

  await stored('insert into retention_settings (organization_id, anonymous) values ($1, true)', [org.id]);
  expect(await recipients(boss)).toEqual([boss.email]);
  for (const search of [employee.email, 'разбор']) expect(await recipients(boss, search), search).toEqual([]);
  await expect(call('settings.mailbox-email', boss, { id: other })).rejects.toMatchObject(notFound);
  expect((await show(link)).statusCode).toBe(404);
  expect(await failed()).toEqual(['recovery']);
  expect(await recipients(operator)).toEqual([operator.email]);
  expect((await call('settings.mailbox-email', operator, { id: own })).subject).toBe('Разбор');
  expect(await call('settings.mailbox-clear', boss, {})).toEqual({ deleted: 1 });
  expect(await recipients(admin)).toEqual([]);
});

test('emails know whether they tell a result', async () => {
  const { org, employee } = await people();
  const course = await history.course(org, [[employee, 0]]);
  await stored(`update assignments set source = 'campaign' where id = $1`, [course.assignment_id]);
  await stored(`update learners set email_due = 'assigned' where assignment_id = $1`, [course.assignment_id]);
  const plain = await history.course(org, [[employee, 0]], { title: 'Плановый курс' });
  await stored(`update learners set email_due = 'assigned' where assignment_id = $1`, [plain.assignment_id]);
  await inOrganization(org.id, 'write', (tx) => enqueue(tx, 'learning.send-emails', {}));
  await runJobs('learning.send-emails', org.id);
  await inOrganization(org.id, 'write', async (tx) => {
    const organization = await findReportingOrganization(tx);
    const reporter = { ...employee, name: '', language: null };
    for (const what of ['simulation', 'suspicious'] as const)
      await queueEmail(tx, thanksEmail(reporter, organization, what));
  });
  expect(
    await stored('select kind, tells_result from outbox where organization_id = $1 order by kind, tells_result', [
      org.id,
    ]),
  ).toEqual([
    { kind: 'course_assigned', tells_result: false },
    { kind: 'course_assigned', tells_result: true },
    { kind: 'report_thanks', tells_result: false },
    { kind: 'report_thanks', tells_result: true },
  ]);
});

test('an undelivered email is listed without its links, even if the server quotes the email', async () => {
  const { org, boss, operator } = await people();
  await call('session.recovery-request', null, { email: boss.email });
  await runJobsWithoutOrganization('session.send-recovery');
  const [email] = await stored<{ text: string }>('select text from outbox where organization_id = $1', [org.id]);
  const [link, token] = RECOVERY.exec(email!.text)!;
  const rejection = {
    at: 'dot',
    do: 'reply',
    code: 554,
    text: `5.7.1 the link https://portal.test${link} is listed`,
  } as const;
  const sink = await sinkWith({ fault: (at) => (at === 'dot' ? rejection : undefined) });
  await mailServer(await platform(), org.id, sink.port);
  await runJobs('mail.send-email', org.id);
  const { data } = await call('settings.outbox-failures', operator, {});
  expect(data).toMatchObject([{ kind: 'recovery', recipient: boss.email }]);
  expect(data[0]!.reply).toContain('554 5.7.1 the link https://portal.test/lk/auth/… is listed');
  expect(JSON.stringify(await stored('select * from outbox where organization_id = $1', [org.id]))).not.toContain(
    token,
  );
});
