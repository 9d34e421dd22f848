import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, runJobs, stored } from '../../../../test/app.ts';
import { selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import { organization, launch, recipients, sent } from '../../../../test/make/campaign.ts';
import * as make from '../../../../test/make/index.ts';
import * as learning from '../../../../test/make/learning.ts';
import { emails } from '../../../../test/make/phishing.ts';
import { atTime } from '../../../platform/clock.ts';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('people with an excluded tag, at unverified domains, removed people and machine accounts get no email', async () => {
  const h = await organization(4);
  const tag = await make.tag(h.org);
  await stored(`insert into tag_employees (organization_id, tag_id, employee_id) values ($1, $2, $3)`, [
    h.org.id,
    tag.id,
    h.staff[0]!.id,
  ]);
  await stored(`update employees set email = 'anna@elsewhere.test' where id = $1`, [h.staff[1]!.id]);
  await stored(`update employees set deleted_at = now() where id = $1`, [h.staff[2]!.id]);
  await make.employee(h.org, { department_id: h.department.id, role: 'pdf_service' });
  const look = await call('campaigns.preflight', h.administrator, { ...h.form, excludedTags: [tag.id] });
  expect(look).toMatchObject({
    people: 3,
    recipients: 1,
    excluded_by_tag: 1,
    ready: true,
    unverified: { count: 1, domains: [{ domain: 'elsewhere.test', count: 1 }], examples: ['anna@elsewhere.test'] },
  });
  const made = await launch(h, { excludedTags: [tag.id] });
  expect((await recipients(made.id)).map((one) => one.employee_id)).toEqual([h.staff[3]!.id]);
});

test('the check before a launch says how long the cap per minute makes sending, and warns if time is short', async () => {
  const h = await organization(5);
  const look = async (changes: object = {}) => {
    const { sending_minutes, checks } = await call('campaigns.preflight', h.administrator, { ...h.form, ...changes });
    const { level, reason } = checks.find((check) => check.code === 'sending')!;
    return { sending_minutes, level, reason };
  };
  expect(await look()).toEqual({ sending_minutes: null, level: 'ok', reason: 'allowed' });
  await stored('update organizations set minute_cap = 2 where id = $1', [h.org.id]);
  expect(await look()).toEqual({ sending_minutes: 3, level: 'ok', reason: 'allowed' });
  const soon = new Date(Date.now() + 2 * 60_000).toISOString();
  expect(await look({ dateType: 'custom', dateEnd: soon })).toEqual({
    sending_minutes: 3,
    level: 'warn',
    reason: 'minute_cap',
  });
});

test('a launch with a problem is rejected with its code, and nothing is stored', async () => {
  const h = await organization(1);
  const create = (changes: object) => call('campaigns.create', h.administrator, { ...h.form, ...changes });
  const rejected = (code: string, details?: object) => ({ code, ...(details ? { details } : {}) });
  await expect(create({ targets: {} })).rejects.toMatchObject(rejected('campaign.no_recipients', { reason: 'none' }));
  await expect(create({ templates: [] })).rejects.toMatchObject(rejected('campaign.no_emails'));
  await expect(create({ templates: [randomUUID()] })).rejects.toMatchObject(rejected('email.not_found'));
  await expect(create({ dateType: 'custom', dateEnd: later(-1) })).rejects.toMatchObject(
    rejected('campaign.dates', { reason: 'end_before_start' }),
  );
  await expect(
    create({ isDelay: true, dateDelay: later(5), dateType: 'custom', dateEnd: later(2) }),
  ).rejects.toMatchObject(rejected('campaign.dates'));
  await expect(create({ hasAutoCourse: true })).rejects.toMatchObject(rejected('campaign.course_missing'));
  await expect(create({ enableRedirect: true, redirect_page: randomUUID() })).rejects.toMatchObject(
    rejected('campaign.page_missing'),
  );
  await expect(create({ hasMessage: true, theme: 'Тема' })).rejects.toMatchObject(rejected('campaign.message_missing'));
  await expect(create({ name: ' ' })).rejects.toMatchObject({ name: 'ZodError' });
  await stored('update organizations set sending_paused = true where id = $1', [h.org.id]);
  await expect(create({})).rejects.toMatchObject(rejected('mail.sending_paused'));
  await stored(`update organizations set sending_paused = false, licence_end = '2020-01-02' where id = $1`, [h.org.id]);
  await expect(create({})).rejects.toMatchObject(rejected('licence.expired'));
  expect(await stored('select id from campaigns where organization_id = $1', [h.org.id])).toEqual([]);
});

test('a sender at a foreign domain prevents the launch, also in the following campaign', async () => {
  const h = await organization(1);
  const second = await emails(h.org);
  const forge = (id: string) =>
    stored(`update emails set sender_address = 'security@microsoft.com' where id = $1`, [id]);
  await forge(second.email_id);
  const post_campaign = { name: 'Вторая', templates: [second.email_id], post_campaign_targets: 'sent' as const };
  const look = (form: object) => call('campaigns.preflight', h.administrator, { ...h.form, ...form });
  const stops = async (form: object) => (await look(form)).checks.filter((one) => one.level === 'stop');
  expect(await stops({ post_campaign })).toEqual([
    { code: 'senders', level: 'stop', reason: 'foreign', details: { domains: ['microsoft.com'], post: true } },
  ]);
  expect(await stops({})).toEqual([]);
  await forge(h.email_id);
  await expect(call('campaigns.create', h.administrator, h.form)).rejects.toMatchObject({
    code: 'email.sender_domain',
    details: { domains: ['microsoft.com'] },
  });
  expect(await stored('select id from campaigns where organization_id = $1', [h.org.id])).toEqual([]);
});

test('a missing mail server is only a warning: the launch is possible, with emails to the built-in mailbox', async () => {
  const h = await organization(1);
  const look = await call('campaigns.preflight', h.administrator, h.form);
  expect(look.checks).toContainEqual({ code: 'mail_server', level: 'warn', reason: 'built_in', details: {} });
  expect(look.ready).toBe(true);
});

test('emails that became invalid after they were saved prevent the launch', async () => {
  const h = await organization(1);
  await stored(`update emails set html = '<p>нет ссылки</p>' where id = $1`, [h.email_id]);
  const look = await call('campaigns.preflight', h.administrator, h.form);
  expect(look.ready).toBe(false);
  expect(look.checks).toContainEqual({
    code: 'links',
    level: 'stop',
    reason: 'missing',
    details: { emails: [expect.objectContaining({ name: 'Письмо' })] },
  });
  await expect(call('campaigns.create', h.administrator, h.form)).rejects.toMatchObject({ code: 'email.link_missing' });
});

test('a link that leads nowhere prevents the launch, in a translation and a following campaign as well', async () => {
  const h = await organization(1);
  const stops = async (form: object = {}) =>
    (await call('campaigns.preflight', h.administrator, { ...h.form, ...form })).checks.filter(
      (one) => one.level === 'stop',
    );
  const dead = (name: string, more: object = {}) => ({
    code: 'links',
    level: 'stop',
    reason: 'dead',
    details: { emails: [expect.objectContaining({ name, count: 1, labels: ['Отписаться'] })], ...more },
  });
  const translation = await call('phishing.email-translate', h.administrator, { id: h.email_id, language: 'en' });
  const append = (id: string) =>
    stored(`update emails set html = html || '<a href="#">Отписаться</a>' where id = $1`, [id]);
  await append(translation.id);
  expect(await stops()).toEqual([dead('Письмо (EN)')]);
  await expect(call('campaigns.create', h.administrator, h.form)).rejects.toMatchObject({
    code: 'email.link_dead',
    details: { emails: [{ name: 'Письмо (EN)' }] },
  });
  await stored('delete from emails where id = $1', [translation.id]);
  expect(await stops()).toEqual([]);
  const second = await emails(h.org);
  await append(second.email_id);
  const post_campaign = { name: 'Вторая', templates: [second.email_id], post_campaign_targets: 'sent' as const };
  expect(await stops({ post_campaign })).toEqual([dead('Письмо', { post: true })]);
});

test('variables of another product warn, and unknown ones prevent the launch', async () => {
  const h = await organization(1);
  const look = async (html: string) => {
    await stored(`update emails set html = '<a href="{{link}}">1</a>' || $2 where id = $1`, [h.email_id, html]);
    const { checks } = await call('campaigns.preflight', h.administrator, h.form);
    return checks.filter(({ code }) => code === 'variables').map(({ level, reason }) => [level, reason]);
  };
  expect(await look('*|FNAME|*')).toEqual([['warn', 'foreign']]);
  expect(await look('{{.RId}}')).toEqual([['stop', 'unknown']]);
  expect(await look('{{email}}')).toEqual([['ok', 'known']]);
});

test('an email with a picture that has no image warns', async () => {
  const h = await organization(1);
  expect((await call('campaigns.preflight', h.administrator, h.form)).checks.map(({ code }) => code)).not.toContain(
    'pictures',
  );
  await stored(`update emails set html = html || '<img alt="Акция" width="200">' where id = $1`, [h.form.templates[0]]);
  const look = await call('campaigns.preflight', h.administrator, h.form);
  expect(look.checks.find(({ code }) => code === 'pictures')).toMatchObject({
    level: 'warn',
    reason: 'missing',
    details: { emails: ['Письмо'] },
  });
});

test('an email that uses first names warns if people have none', async () => {
  const h = await organization(1);
  await stored(`update employees set first_name = '' where id = $1`, [h.staff[0]!.id]);
  const look = await call('campaigns.preflight', h.administrator, h.form);
  expect(look.without_names).toEqual({ count: 1, examples: [h.staff[0]!.email] });
  expect(look.checks.find((check) => check.code === 'variables')).toMatchObject({
    level: 'warn',
    reason: 'without_names',
  });
});

test('the checks report people whose simulation the limits of the organisation postpone', async () => {
  const h = await organization(3);
  const before = await launch(h, { targets: { target_users: [h.staff[0]!.id, h.staff[1]!.id] } });
  await sent(before.id);
  await stored(`update campaign_recipients set sent_at = now() - interval '30 hours' where employee_id = $1`, [
    h.staff[1]!.id,
  ]);
  const spacing = async (changes: object = {}) =>
    (await call('campaigns.preflight', h.administrator, { ...h.form, ...changes })).checks.find(
      (check) => check.code === 'spacing',
    );
  const waiting = (count: number, cap: number, hours: number) => ({
    code: 'spacing',
    level: 'warn',
    reason: 'wait',
    details: { count, cap, hours },
  });
  expect(await spacing()).toEqual(waiting(1, 2, 24));
  await stored('update organizations set person_weekly_cap = 1 where id = $1', [h.org.id]);
  expect(await spacing()).toEqual(waiting(2, 1, 24));
  await stored('update organizations set person_weekly_cap = 3, person_gap_hours = 48 where id = $1', [h.org.id]);
  expect(await spacing()).toEqual(waiting(2, 3, 48));
  expect(await spacing({ isTesting: true })).toBeUndefined();
  expect(await spacing({ isDelay: true, dateDelay: later(9) })).toBeUndefined();
  expect(
    await spacing({ emailSendType: 'to_end', email_send_end_date: later(9), dateType: 'custom', dateEnd: later(20) }),
  ).toBeUndefined();
});

test('people selected in the staff list get emails, and excluded tags still apply', async () => {
  const h = await organization(3);
  const [a, b] = h.staff;
  const tag = await make.tag(h.org);
  await stored(`insert into tag_employees (organization_id, tag_id, employee_id) values ($1, $2, $3)`, [
    h.org.id,
    tag.id,
    b!.id,
  ]);
  const { targets: _, ...plan } = h.form;
  const form = { ...plan, need_all: 'false', risk_level_from: 0, risk_level_to: 10 };
  const include_ids = [a!.id, b!.id];
  const made = await call('campaigns.create-filtered', h.administrator, {
    ...form,
    include_ids,
    excludedTags: [tag.id],
  });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect((await recipients(made.id)).map((one) => one.employee_id)).toEqual([a!.id]);
  const all = await call('campaigns.create-filtered', h.administrator, {
    ...form,
    exclude_ids: [a!.id],
    need_all: 'true',
  });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect((await recipients(all.id)).map((one) => one.employee_id).toSorted()).toEqual(
    [...h.staff.slice(1).map((one) => one.id), h.administrator.id].toSorted(),
  );
  await expect(call('campaigns.create-filtered', h.administrator, form)).rejects.toMatchObject({
    code: 'campaign.no_recipients',
  });
  await stored(`update employees set risk_level = 8 where id = $1`, [b!.id]);
  const risky = await call('campaigns.create-filtered', h.administrator, {
    ...form,
    need_all: 'true',
    risk_level_from: 7,
  });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect((await recipients(risky.id)).map((one) => one.employee_id)).toEqual([b!.id]);
  await stored(`update employees set position = 'Главный кассир' where id = $1`, [a!.id]);
  const cashiers = { ...form, need_all: 'true', position: ['главный КАССИР', 'Сторож'] };
  const some = await call('campaigns.create-filtered', h.administrator, cashiers);
  await runJobs('campaigns.plan-emails', h.org.id);
  expect((await recipients(some.id)).map((one) => one.employee_id)).toEqual([a!.id]);
});

test('a campaign from the staff list keeps its filters by tag, course and email, and the excluded people', async () => {
  const h = await organization(4);
  const [a, b, c, d] = h.staff.map((one) => one.id) as [string, string, string, string];
  const tag = await make.tag(h.org);
  for (const id of [a, b])
    await stored(`insert into tag_employees (organization_id, tag_id, employee_id) values ($1, $2, $3)`, [
      h.org.id,
      tag.id,
      id,
    ]);
  const course = await learning.course(h.org);
  const selection = selectionOfIds([b, c]);
  await call('learning.assign', h.administrator, { course_id: course.id, selection });
  const before = await launch(h, { targets: { target_users: [d], target_departments: [], exclude_users: [] } });
  await sent(before.id);
  const { targets: _, ...plan } = h.form;
  const reached = async (filter: object) => {
    const form = { ...plan, need_all: true, risk_level_from: 0, risk_level_to: 10, ...filter };
    const { id } = await call('campaigns.create-filtered', h.administrator, form as never);
    await runJobs('campaigns.plan-emails', h.org.id);
    return (await recipients(id)).map((one) => one.employee_id).toSorted();
  };
  expect(await reached({ tags: [tag.id] })).toEqual([a, b].toSorted());
  expect(await reached({ tags: tag.id, in_course: [course.id] })).toEqual([b]);
  expect(await reached({ in_course: [course.id], exclude_ids: [b] })).toEqual([c]);
  expect(await reached({ in_phishing: [before.id] })).toEqual([d]);
});

test('a campaign from the staff list must state whether it means all people and which range of risk', async () => {
  const h = await organization(1);
  const { targets: _, ...plan } = h.form;
  const whole: Record<string, unknown> = { ...plan, need_all: 'true', risk_level_from: 0, risk_level_to: 10 };
  for (const name of ['need_all', 'risk_level_from', 'risk_level_to']) {
    const { [name]: _left, ...rest } = whole;
    const rejected = await call('campaigns.create-filtered', h.administrator, rest as never).catch(
      (error: unknown) => error,
    );
    expect((rejected as { issues: { path: string[] }[] }).issues.map((issue) => issue.path.join('.'))).toEqual([name]);
  }
});

test('each person gets an email that is new to them, as long as there is one', async () => {
  const h = await organization(4);
  const second = await emails(h.org);
  const first = await launch(h);
  await sent(first.id);
  const next = await launch(h, { templates: [h.email_id, second.email_id] });
  expect((await recipients(next.id)).every((one) => one.email_id === second.email_id)).toBe(true);
});

test('emails are spread over working hours until the chosen time', async () => {
  const h = await organization(6);
  // From Friday evening to Tuesday noon: only Monday and Tuesday morning are working time in Tashkent.
  const made = await atTime(new Date('2026-12-04T15:00:00Z'), () =>
    launch(h, {
      emailSendType: 'to_end',
      email_send_end_date: '2026-12-08T07:00:00Z',
      dateType: 'custom',
      dateEnd: '2026-12-20T07:00:00Z',
    }),
  );
  const hours = (await recipients(made.id)).map((one) => new Date(one.send_at).toISOString().slice(5, 13)).toSorted();
  expect(hours).toEqual(['12-07T05', '12-07T07', '12-07T09', '12-07T11', '12-08T04', '12-08T06']);
});

test('a default end follows the last email', async () => {
  const h = await organization(2);
  const targets = JSON.stringify({ target_departments: [h.department.id] });
  const answer = await call('campaigns.auto-finish-date', h.administrator, {
    startDate: '2026-12-01T06:00:00Z',
    targets,
  });
  expect(answer).toEqual({ date: '2026-12-08T13:00:00.000Z', recipients: 2 });
  await expect(call('campaigns.auto-finish-date', h.administrator, { targets: '{' })).rejects.toMatchObject({
    name: 'ZodError',
  });
});
