import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { letters } from '../../../test/make/phishing.ts';
import { atTime } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { planLetters } from './planning.jobs.ts';
import { sweepCampaigns } from './public.ts';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** An organisation with an officer, a department of `count` people and one letter. */
const house = async (count = 3) => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const department = await make.department(org);
  const staff = [];
  for (let n = 0; n < count; n += 1)
    staff.push(await make.employee(org, { department_id: department.id, last_name: `Сотрудник${n}` }));
  const { email_id, template_id } = await letters(org);
  const form = { name: 'Кампания', templates: [email_id], targets: { target_departments: [department.id] } };
  return { org, officer, department, staff, email_id, template_id, form };
};
type House = Awaited<ReturnType<typeof house>>;

const launch = async (h: House, changes: object = {}) => {
  const made = await call('campaigns.create', h.officer, { ...h.form, ...changes });
  await runJobs('campaigns.plan-letters', h.org.id);
  return made;
};
const recipients = (campaignId: string) =>
  stored<{
    id: number;
    employee_id: string;
    email_id: string;
    state: string;
    result: number;
    send_at: string;
    tracking_key: string;
  }>('select * from campaign_recipients where campaign_id = $1 order by id', [campaignId]);
/** As if the letters had left. */
const sent = (campaignId: string) =>
  stored(`update campaign_recipients set state = 'sent', sent_at = now() where campaign_id = $1 returning id`, [
    campaignId,
  ]);
const event = async (h: House, campaignId: string, recipientId: number, kind: string, human = true, os = 'Windows') =>
  (
    await stored<{ id: number }>(
      `insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, human, os) values ($1, $2, $3, $4, now(), $5, $6) returning id`,
      [h.org.id, campaignId, recipientId, kind, human, os],
    )
  )[0]!.id;

test('a launch answers at once and plans every letter in the background, each person once', async () => {
  const h = await house(5);
  const made = await call('campaigns.create', h.officer, {
    ...h.form,
    targets: { target_departments: [h.department.id], target_users: [h.staff[0]!.id] },
  });
  expect(made.status).toBe('creating');
  expect(await recipients(made.id)).toHaveLength(0);
  await runJobs('campaigns.plan-letters', h.org.id);
  const planned = await recipients(made.id);
  expect(planned.map((one) => one.employee_id).toSorted()).toEqual(h.staff.map((one) => one.id).toSorted());
  expect(new Set(planned.map((one) => one.tracking_key)).size).toBe(5);
  expect(planned.every((one) => /^[A-Za-z0-9_-]{22}$/.test(one.tracking_key))).toBe(true);
  expect(await call('events.get', h.officer, { id: made.event_id })).toMatchObject({
    status: 'success',
    done: 5,
    total: 5,
    result: { recipients: 5 },
  });
  expect(await call('campaigns.get', h.officer, { id: made.id })).toMatchObject({
    status: 'active',
    users_count: 5,
    sending: { queued: 5, sent: 0 },
    attack_vectors: [{ type: 'form' }],
    email: { name: 'Письмо' },
  });
  expect(await actionLog(h.org.id)).toMatchObject([
    { action: 'campaign.launched', target: made.id, changes: { recipients: [null, 5] } },
  ]);
});

test('people under an excluded tag, at unconfirmed domains, deleted ones and machines get nothing', async () => {
  const h = await house(4);
  const tag = await make.tag(h.org);
  await stored(`insert into tag_employees (organization_id, tag_id, employee_id) values ($1, $2, $3)`, [
    h.org.id,
    tag.id,
    h.staff[0]!.id,
  ]);
  await stored(`update employees set email = 'anna@elsewhere.test' where id = $1`, [h.staff[1]!.id]);
  await stored(`update employees set deleted_at = now() where id = $1`, [h.staff[2]!.id]);
  await make.employee(h.org, { department_id: h.department.id, role: 'pdf_service' });
  const look = await call('campaigns.preflight', h.officer, { ...h.form, excludedTags: [tag.id] });
  expect(look).toMatchObject({
    people: 3,
    recipients: 1,
    excluded_by_tag: 1,
    ready: true,
    unconfirmed: { count: 1, domains: [{ domain: 'elsewhere.test', count: 1 }], examples: ['anna@elsewhere.test'] },
  });
  const made = await launch(h, { excludedTags: [tag.id] });
  expect((await recipients(made.id)).map((one) => one.employee_id)).toEqual([h.staff[3]!.id]);
});

test('what stands in the way of a launch is refused by name, and nothing is written', async () => {
  const h = await house(1);
  const create = (changes: object) => call('campaigns.create', h.officer, { ...h.form, ...changes });
  const refused = (code: string, details?: object) => ({ code, ...(details ? { details } : {}) });
  await expect(create({ targets: {} })).rejects.toMatchObject(refused('campaign.no_recipients', { reason: 'none' }));
  await expect(create({ templates: [] })).rejects.toMatchObject(refused('campaign.no_letters'));
  await expect(create({ templates: [randomUUID()] })).rejects.toMatchObject(refused('email.not_found'));
  await expect(create({ dateType: 'custom', dateEnd: later(-1) })).rejects.toMatchObject(
    refused('campaign.dates', { reason: 'end_before_start' }),
  );
  await expect(
    create({ isDelay: true, dateDelay: later(5), dateType: 'custom', dateEnd: later(2) }),
  ).rejects.toMatchObject(refused('campaign.dates'));
  await expect(create({ hasAutoCourse: true })).rejects.toMatchObject(refused('campaign.course_missing'));
  await expect(create({ enableRedirect: true, redirect_page: randomUUID() })).rejects.toMatchObject(
    refused('campaign.page_missing'),
  );
  await expect(create({ hasMessage: true, theme: 'Тема' })).rejects.toMatchObject(refused('campaign.message_missing'));
  await expect(create({ name: ' ' })).rejects.toMatchObject({ name: 'ZodError' });
  await stored('update organizations set sending_paused = true where id = $1', [h.org.id]);
  await expect(create({})).rejects.toMatchObject(refused('mail.sending_paused'));
  await stored(`update organizations set sending_paused = false, licence_end = '2020-01-02' where id = $1`, [h.org.id]);
  await expect(create({})).rejects.toMatchObject(refused('licence.expired'));
  expect(await stored('select id from campaigns where organization_id = $1', [h.org.id])).toEqual([]);
});

test('letters broken after they were saved stop the launch', async () => {
  const h = await house(1);
  await stored(`update emails set html = '<p>нет ссылки</p>' where id = $1`, [h.email_id]);
  const look = await call('campaigns.preflight', h.officer, h.form);
  expect(look.ready).toBe(false);
  expect(look.checks).toContainEqual({
    code: 'links',
    level: 'stop',
    reason: 'missing',
    details: { letters: [expect.objectContaining({ name: 'Письмо' })] },
  });
  await expect(call('campaigns.create', h.officer, h.form)).rejects.toMatchObject({ code: 'email.link_missing' });
});

test('a letter written for a name warns when people have none', async () => {
  const h = await house(1);
  await stored(`update employees set first_name = '' where id = $1`, [h.staff[0]!.id]);
  const look = await call('campaigns.preflight', h.officer, h.form);
  expect(look.without_names).toEqual({ count: 1, examples: [h.staff[0]!.email] });
  expect(look.checks.find((check) => check.code === 'variables')).toMatchObject({
    level: 'warn',
    reason: 'without_names',
  });
});

test('people ticked in the staff list are written to, and excluded tags still count', async () => {
  const h = await house(3);
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
  const made = await call('campaigns.create-filtered', h.officer, { ...form, include_ids, excludedTags: [tag.id] });
  await runJobs('campaigns.plan-letters', h.org.id);
  expect((await recipients(made.id)).map((one) => one.employee_id)).toEqual([a!.id]);
  const all = await call('campaigns.create-filtered', h.officer, {
    ...form,
    exclude_ids: [a!.id],
    need_all: 'true',
  });
  await runJobs('campaigns.plan-letters', h.org.id);
  expect((await recipients(all.id)).map((one) => one.employee_id).toSorted()).toEqual(
    [...h.staff.slice(1).map((one) => one.id), h.officer.id].toSorted(),
  );
  await expect(call('campaigns.create-filtered', h.officer, form)).rejects.toMatchObject({
    code: 'campaign.no_recipients',
  });
  await stored(`update employees set risk_level = 8 where id = $1`, [b!.id]);
  const risky = await call('campaigns.create-filtered', h.officer, { ...form, need_all: 'true', risk_level_from: 7 });
  await runJobs('campaigns.plan-letters', h.org.id);
  expect((await recipients(risky.id)).map((one) => one.employee_id)).toEqual([b!.id]);
});

test('a campaign from the staff list must say whether it means all, and which range of risk', async () => {
  const h = await house(1);
  const { targets: _, ...plan } = h.form;
  const whole: Record<string, unknown> = { ...plan, need_all: 'true', risk_level_from: 0, risk_level_to: 10 };
  for (const name of ['need_all', 'risk_level_from', 'risk_level_to']) {
    const { [name]: _left, ...rest } = whole;
    const refused = await call('campaigns.create-filtered', h.officer, rest as never).catch((error: unknown) => error);
    expect((refused as { issues: { path: string[] }[] }).issues.map((issue) => issue.path.join('.'))).toEqual([name]);
  }
});

test('each person gets a letter not had before, while one is left', async () => {
  const h = await house(4);
  const second = await letters(h.org);
  const first = await launch(h);
  await sent(first.id);
  const next = await launch(h, { templates: [h.email_id, second.email_id] });
  expect((await recipients(next.id)).every((one) => one.email_id === second.email_id)).toBe(true);
});

test('letters are spread over working hours until the chosen moment', async () => {
  const h = await house(6);
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

test('a planning that died half-way is begun anew and leaves nothing double', async () => {
  const h = await house(5);
  const made = await call('campaigns.create', h.officer, h.form);
  await stored(
    `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, tracking_key, message_id, address, send_at)
     values ($1, $2, $3, $4, $5, 'x', 'x@y.test', now())`,
    [h.org.id, made.id, h.email_id, h.staff[0]!.id, randomUUID()],
  );
  expect(await call('campaigns.get', h.officer, { id: made.id })).toMatchObject({ status: 'creating' });
  await runJobs('campaigns.plan-letters', h.org.id);
  expect(await recipients(made.id)).toHaveLength(5);
  // The same job once more finds nothing to do.
  const on = await platform();
  await planLetters(jobContext(on, h.org.id, new AbortController().signal), {
    organization_id: h.org.id,
    campaign_id: made.id,
  });
  expect(await recipients(made.id)).toHaveLength(5);
});

test('a shutdown in the middle of planning leaves a campaign that has not begun, and the next run finishes it', async () => {
  const h = await house(3);
  const made = await call('campaigns.create', h.officer, h.form);
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  const payload = { organization_id: h.org.id, campaign_id: made.id };
  await expect(planLetters(jobContext(await platform(), h.org.id, stopping.signal), payload)).rejects.toThrow(
    'stopping',
  );
  expect((await call('campaigns.get', h.officer, { id: made.id })).status).toBe('creating');
  await runJobs('campaigns.plan-letters', h.org.id);
  expect(await call('campaigns.get', h.officer, { id: made.id })).toMatchObject({ status: 'active', users_count: 3 });
});

test('cancelling while it is planned ends the campaign without letters', async () => {
  const h = await house(3);
  const made = await call('campaigns.create', h.officer, h.form);
  await call('events.forget', h.officer, { id: made.event_id });
  await runJobs('campaigns.plan-letters', h.org.id);
  expect(await call('campaigns.get', h.officer, { id: made.id })).toMatchObject({
    status: 'failed',
    failure: 'cancelled',
    users_count: 0,
  });
  expect(await call('events.get', h.officer, { id: made.event_id })).toMatchObject({
    status: 'error',
    message: 'task.cancelled',
  });
});

test('a delayed campaign waits, starts with the sweep and ends by itself', async () => {
  const h = await house(2);
  const made = await launch(h, { isDelay: true, dateDelay: later(1), dateType: 'custom', dateEnd: later(3) });
  const status = async () => (await call('campaigns.get', h.officer, { id: made.id })).status;
  expect(await status()).toBe('planned');
  await runJobs('campaigns.advance', h.org.id);
  expect(await status()).toBe('planned');
  const on = await platform();
  const sweepAt = (days: number) =>
    atTime(new Date(later(days)), async () => {
      await sweepCampaigns(on);
      await runJobs('campaigns.advance', h.org.id);
    });
  await sweepAt(2);
  expect(await status()).toBe('active');
  await sweepAt(4);
  expect(await status()).toBe('completed');
  expect((await recipients(made.id)).map((one) => one.state)).toEqual(['cancelled', 'cancelled']);
});

test('two administrators change a planned campaign: the second is told; new dates plan the letters again', async () => {
  const h = await house(2);
  const made = await launch(h, { isDelay: true, dateDelay: later(1) });
  const { version } = await call('campaigns.get', h.officer, { id: made.id });
  const moved = later(2);
  expect(
    await call('campaigns.update', h.officer, { id: made.id, version, name: 'Новое имя', dateDelay: moved }),
  ).toMatchObject({
    name: 'Новое имя',
    status: 'creating',
    start_date: moved,
  });
  const missed = await call('campaigns.update', h.officer, { id: made.id, version, name: 'Другое' }).catch(
    (error: unknown) => error,
  );
  const line = { by: 'Каримова Нигора', at: expect.any(String) };
  expect(missed).toMatchObject({
    code: 'common.stale_version',
    details: {
      current: { id: made.id, version: version + 1, name: 'Новое имя', settings: { dateDelay: moved } },
      changes: [
        { field: 'dateDelay', ...line },
        { field: 'name', ...line },
      ],
    },
  });
  // Until the letters are planned again, nothing else can be changed.
  await expect(
    call('campaigns.update', h.officer, { id: made.id, version: version + 1, name: 'Другое' }),
  ).rejects.toMatchObject({ code: 'campaign.planning' });
  await runJobs('campaigns.plan-letters', h.org.id);
  const now = await call('campaigns.get', h.officer, { id: made.id });
  expect(now).toMatchObject({ status: 'planned', users_count: 2 });
  expect((await recipients(made.id)).every((one) => new Date(one.send_at).toISOString() === moved)).toBe(true);
  // A change of the name alone plans nothing again.
  expect(
    await call('campaigns.update', h.officer, { id: made.id, version: now.version, name: 'Третье' }),
  ).toMatchObject({ status: 'planned' });
});

test('completing stops what has not left, once; a running campaign cannot be deleted', async () => {
  const h = await house(3);
  const made = await launch(h);
  await stored(
    `update campaign_recipients set state = 'sent' where id = (select min(id) from campaign_recipients where campaign_id = $1)`,
    [made.id],
  );
  await expect(call('campaigns.delete', h.officer, { id: made.id })).rejects.toMatchObject({ code: 'campaign.active' });
  expect(await call('campaigns.complete', h.officer, { id: made.id })).toMatchObject({
    status: 'completed',
    sending: { sent: 1, cancelled: 2, queued: 0 },
  });
  await expect(call('campaigns.complete', h.officer, { id: made.id })).rejects.toMatchObject({
    code: 'campaign.finished',
  });
  await expect(call('campaigns.update', h.officer, { id: made.id, version: 1, name: 'x' })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await call('campaigns.delete', h.officer, { id: made.id });
  await expect(call('campaigns.get', h.officer, { id: made.id })).rejects.toMatchObject({ code: 'campaign.not_found' });
  expect(await recipients(made.id)).toEqual([]);
});

test('the following campaign starts for those who fell for the first', async () => {
  const h = await house(3);
  const second = await letters(h.org);
  const made = await launch(h, {
    post_campaign: { name: 'Вторая волна', templates: [second.email_id], post_campaign_targets: 'clicked' },
  });
  const [first] = await recipients(made.id);
  await sent(made.id);
  await stored('update campaign_recipients set result = 4 where id = $1', [first!.id]);
  await call('campaigns.complete', h.officer, { id: made.id });
  await runJobs('campaigns.plan-letters', h.org.id);
  const found = (await call('campaigns.list', h.officer, { search: 'вторая' })).data;
  expect(found).toMatchObject([{ name: 'Вторая волна', status: 'active', users_count: 1 }]);
  expect((await recipients(found[0]!.id)).map((one) => one.employee_id)).toEqual([first!.employee_id]);
});

test('the funnel counts people, in the list and in every part alike', async () => {
  const h = await house(6);
  const made = await launch(h);
  await sent(made.id);
  const [a, b, c, d, e] = await recipients(made.id);
  await stored(`update campaign_recipients set result = 1, os = 'Android' where id = $1`, [a!.id]);
  await stored(`update campaign_recipients set result = 2, clicked_at = now(), os = 'Windows' where id = $1`, [b!.id]);
  await stored(
    `update campaign_recipients set result = 3, clicked_at = now(), attachment_opened_at = now(), os = 'Windows' where id = $1`,
    [c!.id],
  );
  await stored(
    `update campaign_recipients set result = 4, clicked_at = now(), attachment_opened_at = now() where id = $1`,
    [d!.id],
  );
  await stored(`update campaign_recipients set state = 'unknown', reported_at = now() where id = $1`, [e!.id]);
  const funnel = {
    recipients: 6,
    sent: 5,
    opened: 4,
    clicked: 3,
    opened_attachment: 2,
    entered_data: 1,
    reported: 1,
    incident_risk: 33.3,
  };
  expect((await call('campaigns.list', h.officer, {})).data[0]!.statistics).toEqual(funnel);
  expect((await call('campaigns.get', h.officer, { id: made.id })).sending).toMatchObject({ sent: 5, unknown: 1 });
  expect((await call('campaigns.departments', h.officer, { id: made.id })).data).toEqual([
    { id: h.department.id, title: h.department.title, statistics: funnel },
  ]);
  expect((await call('campaigns.letters', h.officer, { id: made.id })).data).toMatchObject([
    { id: h.email_id, statistics: funnel, tips: ['Чужой адрес'] },
  ]);
  expect((await call('campaigns.letter', h.officer, { id: made.id, templateId: h.email_id })).statistics).toEqual(
    funnel,
  );
  expect((await call('campaigns.os', h.officer, { id: made.id })).data).toEqual([
    { os: 'Windows', count: 2 },
    { os: 'Android', count: 1 },
  ]);
  expect((await call('phishing.template-statistics', h.officer, { id: h.template_id })).clicked).toBe(3);
  expect((await call('campaigns.list', h.officer, { oses: ['Linux'] })).total_count).toBe(0);
  expect((await call('campaigns.list', h.officer, { oses: ['Android'], statuses: ['active'] })).total_count).toBe(1);
  expect((await call('campaigns.last', h.officer, {})).data?.id).toBe(made.id);
});

test('people of a campaign are found by state, system and name; the most endangered stand first', async () => {
  const h = await house(4);
  const made = await launch(h);
  const [a, b, c] = await recipients(made.id);
  await stored(`update campaign_recipients set state = 'sent' where id = any($1)`, [[a!.id, b!.id]]);
  await stored(`update campaign_recipients set result = 4, os = 'iOS' where id = $1`, [b!.id]);
  await stored(`update campaign_recipients set state = 'failed', reply = '550 no such user' where id = $1`, [c!.id]);
  const users = (filter: object) => call('campaigns.users', h.officer, { id: made.id, ...filter });
  expect((await users({})).data.map((one) => one.status)).toEqual(['entered_data', 'sent', 'unknown', 'unknown']);
  expect((await users({ status: ['unknown'] })).total_count).toBe(2);
  expect((await users({ status: ['sent', 'entered_data'] })).total_count).toBe(2);
  expect((await users({ os: ['iOS'] })).data).toMatchObject([{ id: b!.id, status: 'entered_data', state: 'sent' }]);
  expect((await users({ search: 'сотрудник2 нигора' })).total_count).toBe(1);
  expect((await users({ search: '100%' })).total_count).toBe(0);
  expect((await users({ status: ['unknown'] })).data.find((one) => one.id === c!.id)).toMatchObject({
    state: 'failed',
    reply: '550 no such user',
  });
  expect((await users({ template_id: randomUUID() })).total_count).toBe(0);
});

test('a person overrules a verdict: the result is worked out again, down and up', async () => {
  const h = await house(1);
  const made = await launch(h);
  const [one] = await recipients(made.id);
  await sent(made.id);
  const opened = await event(h, made.id, one!.id, 'opened');
  const clicked = await event(h, made.id, one!.id, 'clicked', true, 'Linux');
  await stored('update campaign_recipients set result = 2, clicked_at = now(), opened_at = now() where id = $1', [
    one!.id,
  ]);
  const to = (eventId: number, human: boolean) =>
    call('campaigns.overrule', h.officer, { id: made.id, recipient: one!.id, event: eventId, human });
  const down = await to(clicked, false);
  expect(down.user).toMatchObject({ status: 'opened', clicked_at: null, os: 'Windows' });
  expect(down.data.find((seen) => seen.id === clicked)).toMatchObject({
    human: false,
    overruled_by: expect.any(String),
  });
  expect((await to(clicked, true)).user).toMatchObject({ status: 'clicked', os: 'Windows' });
  await to(opened, false);
  expect((await to(clicked, true)).user).toMatchObject({ status: 'clicked', opened_at: null, os: 'Linux' });
  expect((await to(clicked, false)).user).toMatchObject({ status: 'sent', opened_at: null });
  expect(await queued('statistics.refresh-people', h.org.id)).toContainEqual({
    organization_id: h.org.id,
    employee_ids: [one!.employee_id],
  });
  expect((await actionLog(h.org.id)).filter((line) => line.action === 'campaign.verdict_overruled')).toHaveLength(5);
});

test('a test letter goes to oneself and is counted nowhere', async () => {
  const h = await house(1);
  expect(await call('campaigns.test-letter', h.officer, { email_id: h.email_id })).toEqual({ email: h.officer.email });
  const [letter] = await stored<{ html: string; subject: string; kind: string; text: string }>(
    'select * from outbox where organization_id = $1',
    [h.org.id],
  );
  expect(letter).toMatchObject({ kind: 'test_letter', subject: 'Проверьте, Нигора' });
  expect(letter!.html).toContain('/preview/');
  expect(letter!.html).not.toContain('{{');
  expect(letter!.text).toMatch(/^Нигора, сюда \(http/);
  expect(await stored('select id from campaigns where organization_id = $1', [h.org.id])).toEqual([]);
});

test('the end that nobody chose follows the last letter', async () => {
  const h = await house(2);
  const targets = JSON.stringify({ target_departments: [h.department.id] });
  const answer = await call('campaigns.auto-finish-date', h.officer, { startDate: '2026-12-01T06:00:00Z', targets });
  expect(answer).toEqual({ date: '2026-12-08T13:00:00.000Z', recipients: 2 });
  await expect(call('campaigns.auto-finish-date', h.officer, { targets: '{' })).rejects.toMatchObject({
    name: 'ZodError',
  });
});

test('campaigns of another organisation do not exist', async () => {
  const h = await house(1);
  const made = await launch(h);
  const [one] = await recipients(made.id);
  const stranger = await make.operator(await make.organization());
  const missing = { code: 'campaign.not_found' };
  const id = made.id;
  await expect(call('campaigns.get', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.complete', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.delete', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.update', stranger, { id, version: 1 })).rejects.toMatchObject(missing);
  await expect(call('campaigns.users', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.departments', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.course', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.user-events', stranger, { id, recipient: one!.id })).rejects.toMatchObject(missing);
  await expect(
    call('campaigns.create', stranger, { name: 'x', templates: [h.email_id], targetType: 'all' }),
  ).rejects.toMatchObject({ code: 'email.not_found' });
  await expect(
    call('campaigns.create', stranger, {
      ...h.form,
      templates: [(await letters({ ...h.org, id: stranger.organization_id })).email_id],
    }),
  ).rejects.toMatchObject({
    code: 'campaign.no_recipients',
  });
});

test('a letter edited after the launch changes nothing of the campaign', async () => {
  const h = await house(1);
  const made = await launch(h);
  await call('phishing.email-update', h.officer, { id: h.email_id, subject: 'Другая тема' });
  expect((await call('campaigns.letters', h.officer, { id: made.id })).data[0]!.subject).toBe(
    'Проверьте, {{first_name}}',
  );
  expect(await call('phishing.template-delete', h.officer, { id: h.template_id })).toEqual({ archived: true });
});

test('test campaigns are listed, but are nobody’s last campaign', async () => {
  const h = await house(1);
  await launch(h, { isTesting: true });
  expect((await call('campaigns.list', h.officer, {})).data).toMatchObject([{ is_testing: true }]);
  expect((await call('campaigns.last', h.officer, {})).data).toBeNull();
  expect((await call('campaigns.statuses', h.officer, {})).data.find((one) => one.status === 'active')?.count).toBe(1);
});
