import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { previews } from '../../app/composition.ts';
import { after, atTime, DAY, HOUR, now } from '../../platform/clock.ts';
import { createContentOrigin } from '../../platform/http/content-origin.ts';
import { enqueue } from '../../platform/jobs.ts';
import { sweepRemoved } from '../employees/removed.jobs.ts';
import { takeReports, waitingReports } from './public.ts';
import { readMessage } from './report-reading.ts';
import { realPhishing } from './test-reports.ts';

const setUp = async () => {
  const org = await make.organization();
  const admin = await make.employee(org, { role: 'system_admin' });
  const anna = await make.employee(org, { first_name: 'Анна' });
  const lola = await make.employee(org, { first_name: 'Lola' });
  await stored(`update employees set language = 'uz' where id = $1 returning 1`, [lola.id]);
  return { org, admin, anna, lola };
};
type Reporter = Awaited<ReturnType<typeof make.employee>>;
/** The report of this person about the same phishing email. */
const report = async (
  org: { id: string },
  by: Pick<Reporter, 'email'>,
  { at = now(), size = 0, change = (text: string) => text } = {},
): Promise<void> => {
  const on = await platform();
  const written = realPhishing({
    by: by.email!,
    to: by.email!,
    report: 'report@company.test',
    link: '',
    messageId: '<report@x>',
    n: randomUUID(),
  });
  const raw = Buffer.from(change(written.toString()));
  const received = { ...(await readMessage(raw, org.id)), receivedAt: at, size: raw.length + size, raw };
  await atTime(at, () =>
    inOrganization(org.id, 'write', (tx) =>
      takeReports(tx, [received], {
        mailbox: { address: 'report@company.test', forward_to: null, thanks: false },
        from: null,
        portal: on.urls.portal,
        phishing: on.urls.phishing,
        secrets: on.secrets,
      }),
    ),
  );
};
const listed = async (admin: Person) => (await call('suspicious-mail.list', admin, {})).data;
const outbox = (org: { id: string }) =>
  stored<{ recipient: string; subject: string; text: string; tells_result: boolean }>(
    `select recipient, subject, text, tells_result from outbox where organization_id = $1 and kind = 'report_answer' order by recipient`,
    [org.id],
  );

test('the message is kept sealed and read by people of the page only, and each reading is in the audit log', async () => {
  const { org, admin, anna } = await setUp();
  await report(org, anna);
  const kept = await stored<{ key_sealed: Buffer; sealed: Buffer; size: number }>(
    'select key_sealed, sealed, size from reported_messages where organization_id = $1',
    [org.id],
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]!.sealed.toString('latin1')).not.toContain('evil.test');
  const [{ id } = { id: '' }] = await listed(admin);
  const found = await call('suspicious-mail.get', admin, { id });
  expect(found).toMatchObject({
    body: 'kept',
    hops: [{ from: 'evil.test', by: 'mx.company.test', address: '203.0.113.9' }],
    attachments: [{ name: 'invoice.pdf', type: 'application/pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  const read = await call('suspicious-mail.read', admin, { id });
  expect(read.links).toEqual([
    { text: 'Войти', address: 'hxxp://bank[.]evil[.]test/login?a=1&b=2', host: 'bank[.]evil[.]test' },
  ]);
  expect(read.headers).toContainEqual({ name: 'Subject', value: 'Ваш счёт заблокирован' });
  await call('suspicious-mail.read', admin, { id });
  const log = (await actionLog(org.id)).filter(({ action }) => action === 'suspicious_email.read');
  expect(log.map(({ title }) => title)).toEqual(['Ваш счёт заблокирован', 'Ваш счёт заблокирован']);
  await expect(call('suspicious-mail.read', anna, { id })).rejects.toMatchObject({ code: 'session.forbidden' });
  const other = await setUp();
  await expect(call('suspicious-mail.read', other.admin, { id })).rejects.toMatchObject({
    code: 'suspicious.not_found',
  });
  // A message that belongs to another report cannot be opened as this one.
  await report(org, { email: `anna2@${org.domain}` });
  await stored(
    `update reported_messages m set key_sealed = o.key_sealed, sealed = o.sealed from reported_messages o
     where m.organization_id = $1 and m.email_id = $2 and o.organization_id = $1 and o.email_id <> $2 returning 1`,
    [org.id, id],
  );
  await expect(call('suspicious-mail.read', admin, { id })).rejects.toMatchObject({ code: 'secret.lost' });
});

test('the page of a message loads nothing, and only while its reader has the permission', async () => {
  const { org, admin, anna } = await setUp();
  await report(org, anna);
  const [{ id } = { id: '' }] = await listed(admin);
  const { page } = await call('suspicious-mail.read', admin, { id });
  const on = await platform();
  const app = await createContentOrigin(on, previews);
  onTestFinished(() => app.close());
  const get = (url: string) =>
    app.inject({ url: url.replace(on.urls.content, ''), headers: { host: new URL(on.urls.content).host } });
  const shown = await get(page!.url);
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain('hxxp://bank[.]evil[.]test/login');
  expect(shown.body).not.toMatch(/<script|href=/);
  const policy = String(shown.headers['content-security-policy']);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors \S+; sandbox$/,
  );
  const withPictures = String((await get(page!.with_pictures)).headers['content-security-policy']);
  expect(withPictures).toContain("default-src 'none'; img-src data:; style-src");
  await stored(`update employees set role = 'employee' where id = $1 returning 1`, [admin.id]);
  expect((await get(page!.url)).statusCode).toBe(404);
});

test('a message that is too large, or that cannot be read, keeps its headers and says so', async () => {
  const { org, admin, anna, lola } = await setUp();
  await report(org, anna, { size: 1 });
  await report(org, lola, { change: (text) => text + '\n'.repeat(300_001) });
  const bodies = await Promise.all(
    (await listed(admin)).map(async ({ id }) => (await call('suspicious-mail.get', admin, { id })).body),
  );
  expect(bodies.toSorted()).toEqual(['too_large', 'unreadable']);
  expect(await stored('select 1 from reported_messages where organization_id = $1', [org.id])).toEqual([]);
  const [{ id } = { id: '' }] = await listed(admin);
  await expect(call('suspicious-mail.read', admin, { id })).rejects.toMatchObject({ code: 'suspicious.not_kept' });
});

test('a verdict closes all open reports of the message, and a change of another version is rejected', async () => {
  const { org, admin, anna, lola } = await setUp();
  await report(org, anna);
  await report(org, lola);
  const [first, second] = await listed(admin);
  expect([first!.same, second!.same]).toEqual([2, 2]);
  const { id } = first!;
  const taken = await call('suspicious-mail.judge', admin, { id, stage: 'in_work', verdict: null, version: 1 });
  expect(taken).toMatchObject({ stage: 'in_work', taken_by: admin.name, version: 2 });
  expect(await inOrganization(org.id, 'read', waitingReports)).toMatchObject({ number: 2 });
  const close = { id, stage: 'closed' as const, verdict: 'dangerous' as const, same: true };
  await expect(call('suspicious-mail.judge', admin, { ...close, version: 1 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await expect(call('suspicious-mail.judge', admin, { ...close, verdict: null, version: 2 })).rejects.toMatchObject({
    code: 'suspicious.no_verdict',
  });
  await call('suspicious-mail.judge', admin, { ...close, version: 2 });
  expect((await listed(admin)).map(({ stage, verdict }) => [stage, verdict])).toEqual([
    ['closed', 'dangerous'],
    ['closed', 'dangerous'],
  ]);
  expect(await inOrganization(org.id, 'read', waitingReports)).toEqual({ number: 0, oldest: null });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'suspicious_email.judged',
    changes: { stage: ['in_work', 'closed'], verdict: [null, 'dangerous'] },
    details: { affected: 2 },
  });
});

test('the release before writes one state, which is carried over', async () => {
  const { org, admin, anna } = await setUp();
  await report(org, anna);
  await stored(
    `update suspicious_emails set state = 'dangerous', state_by = $2, state_at = now() where organization_id = $1 returning 1`,
    [org.id, admin.id],
  );
  expect(await listed(admin)).toMatchObject([{ stage: 'closed', verdict: 'dangerous' }]);
});

test('all reporters of a message are told the verdict once, each in their language, by the texts of the organisation', async () => {
  const { org, admin, anna, lola } = await setUp();
  await report(org, anna, { change: (text) => text });
  await report(org, lola);
  await report(org, { email: `stranger@elsewhere.test` });
  const { id } = (await listed(admin)).find(({ reporter }) => reporter.id === anna.id)!;
  const answer = (version: number) => call('suspicious-mail.answer', admin, { id, version });
  await expect(answer(1)).rejects.toMatchObject({ code: 'suspicious.no_verdict' });
  await call('suspicious-mail.judge', admin, { id, stage: 'closed', verdict: 'spam', same: true, version: 1 });
  const spam = (await call('suspicious-mail.answers', admin, {})).data.find(({ verdict }) => verdict === 'spam')!;
  expect(spam).toMatchObject({ own: false, version: 0 });
  const texts = {
    ...spam.texts,
    uz: { subject: '{{subject}}: reklama', text: 'Salom, {{first_name}}!\n\n{{unknown}}' },
  };
  const saved = await call('suspicious-mail.answer-save', admin, { verdict: 'spam', texts, version: 0 });
  expect(saved).toMatchObject({ own: true, version: 1 });
  await expect(
    call('suspicious-mail.answer-save', admin, { verdict: 'spam', texts: null, version: 0 }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect(await answer(2)).toMatchObject({ reporters: 2, answered: 2 });
  const emails = await outbox(org);
  expect(new Set(emails.map(({ recipient }) => recipient))).toEqual(new Set([anna.email, lola.email]));
  const of = (person: Reporter) => emails.find(({ recipient }) => recipient === person.email)!;
  expect(of(lola)).toMatchObject({ subject: 'Ваш счёт заблокирован: reklama', tells_result: false });
  expect(of(lola).text).toContain('Salom, Lola!');
  expect(of(lola).text).toContain('{{unknown}}');
  expect(of(anna).subject).toBe('Письмо «Ваш счёт заблокирован» — спам');
  expect(of(anna).text).toContain('Анна, спасибо');
  await expect(answer(2)).rejects.toMatchObject({ code: 'suspicious.nobody_to_answer' });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'suspicious_email.answered',
    details: { emails: 2 },
  });
  // A person who learns that the email was a simulation learns a result: not listed in an anonymous organisation.
  const again = { id, stage: 'closed' as const, verdict: 'simulation' as const, same: true };
  await call('suspicious-mail.judge', admin, { ...again, version: 2 });
  await answer(3);
  expect((await outbox(org)).filter(({ tells_result }) => tells_result)).toHaveLength(2);
  const restored = await call('suspicious-mail.answer-save', admin, { verdict: 'spam', texts: null, version: 1 });
  expect(restored).toMatchObject({ own: false, texts: spam.texts, version: 2 });
});

test('similar reports are those of the message, the sender, a host of its links or the subject, each listed once', async () => {
  const { org, admin, anna, lola } = await setUp();
  await report(org, anna);
  await report(org, lola);
  const other = (from: RegExp, to: string) => (text: string) =>
    text.replace(/real-1@/, `${randomUUID()}@`).replace(from, to);
  await report(org, anna, { change: other(/Subject: .*/g, 'Subject: other') });
  await report(org, anna, { change: other(/secure@evil\.test/g, 'a@b.test') });
  const { id } = (await listed(admin)).find(({ reporter, same }) => reporter.id === lola.id && same === 2)!;
  const { groups } = await call('suspicious-mail.similar', admin, { id });
  expect(groups.map(({ by, value, count }) => [by, value, count])).toEqual([
    ['message', '', 1],
    ['sender', 'secure@evil.test', 1],
    ['host', 'bank.evil.test', 1],
  ]);
});

test('messages are deleted after the period of the organisation; what is known of them stays', async () => {
  const { org, admin, anna, lola } = await setUp();
  await report(org, anna, { at: after(now(), -8 * DAY) });
  await report(org, lola, { at: after(now(), -6 * DAY) });
  const before = await call('privacy.retention', admin, {});
  expect(before.reported_days).toBe(30);
  const periods = { tracking_days: '90', results_months: '12', reported_days: '7' };
  expect((await call('privacy.effect', admin, periods)).messages).toBe(1);
  const { ending: _, ...settings } = before;
  await call('privacy.save', admin, { ...settings, reported_days: 7 });
  await inOrganization(org.id, 'write', (tx) => enqueue(tx, 'privacy.apply-retention', {}));
  await runJobs('privacy.apply-retention', org.id);
  const bodies = await Promise.all(
    (await listed(admin)).map(async ({ id }) => (await call('suspicious-mail.get', admin, { id })).body),
  );
  expect(bodies).toEqual(['kept', 'deleted']);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'privacy.messages_deleted',
    details: { affected: 1 },
  });
});

test('the message of a person whose data is erased is deleted', async () => {
  const { org, admin, anna } = await setUp();
  await report(org, anna);
  await stored('update employees set deleted_at = $2 where id = $1 returning 1', [anna.id, after(now(), -31 * DAY)]);
  await sweepRemoved(await platform());
  await runJobs('employees.wipe-removed', org.id);
  await runJobs('privacy.forget-people', org.id);
  expect(await stored('select 1 from reported_messages where organization_id = $1', [org.id])).toEqual([]);
  const [{ id } = { id: '' }] = await listed(admin);
  expect(await call('suspicious-mail.get', admin, { id })).toMatchObject({
    body: 'deleted',
    headers: '',
    reporters: 0,
  });
});

test('a template is made of a message in one step, without its links', async () => {
  const { org, admin, anna } = await setUp();
  await report(org, anna);
  const [{ id } = { id: '' }] = await listed(admin);
  const made = await call('suspicious-mail.make-template', admin, { id });
  const template = await call('phishing.template', admin, { id: made.template_id });
  expect(template).toMatchObject({ name: 'Ваш счёт заблокирован', emails: [{ id: made.email_id }] });
  const { html } = await call('phishing.email', admin, { id: made.email_id });
  expect(html).toContain('{{link}}');
  expect(html).not.toMatch(/evil\.test|<script/);
});

test('the figures count reports, the time to the first verdict, and the share that was dangerous', async () => {
  const { org, admin, anna, lola } = await setUp();
  const other = (text: string) => text.replace(/real-1@/, `${randomUUID()}@`);
  await report(org, anna, { at: after(now(), -3 * HOUR) });
  await report(org, lola, { at: after(now(), -1 * HOUR), change: other });
  await report(org, anna, { at: after(now(), -1 * HOUR), change: other });
  const rows = await listed(admin);
  const judge = (n: number, verdict: 'dangerous' | 'spam') =>
    call('suspicious-mail.judge', admin, { id: rows[n]!.id, stage: 'closed', verdict, version: 1 });
  await judge(2, 'dangerous');
  await judge(1, 'spam');
  const figures = await call('suspicious-mail.figures', admin, {});
  expect(figures).toMatchObject({ reports: 3, judged: 2, dangerous: 1, median_minutes: 120 });
  expect(figures.months).toHaveLength(12);
  expect(figures.months.reduce((sum, one) => sum + one.reports, 0)).toBe(3);
});
