import { expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../../test/app.ts';
import { launch, organization, recipients, sent } from '../../../../test/make/campaign.ts';
import * as make from '../../../../test/make/index.ts';
import { emails } from '../../../../test/make/phishing.ts';
import { atTime } from '../../../platform/clock.ts';
import { sweepCampaigns } from '../sweep.service.ts';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
type Prepared = Awaited<ReturnType<typeof organization>>;

/** Runs what the clock triggers: the sweep, and the jobs that it enqueues. */
const atDay = async (h: Prepared, days: number) => {
  const on = await platform();
  await atTime(new Date(later(days)), async () => {
    await sweepCampaigns(on);
    await runJobs('campaigns.advance', h.org.id);
    await runJobs('campaigns.plan-emails', h.org.id);
  });
};
const chain = async (h: Prepared, id: string) => (await call('campaigns.chain', h.administrator, { id })).data;
const statuses = async (h: Prepared, id: string) => (await chain(h, id)).map((one) => one.status);
const endsIn = (days: number) => ({ dateType: 'custom' as const, dateEnd: later(days) });

test('a follow-up ten days later starts by itself and shows in the chain of both campaigns', async () => {
  const h = await organization(3);
  const second = await emails(h.org);
  const tag = await make.tag(h.org);
  const post_campaign = {
    name: 'Вторая волна',
    templates: [second.email_id],
    post_campaign_targets: 'clicked' as const,
    isDelay: true,
    delay_days: 10,
    emailSendType: 'at_once' as const,
    excludedTags: [tag.id],
    hasMessage: true,
    theme: 'Разбор',
    text: 'Спасибо',
  };
  const made = await launch(h, { ...endsIn(2), post_campaign });
  expect(await chain(h, made.id)).toMatchObject([
    { id: made.id, status: 'active', users_count: 3, reach: null },
    { id: null, name: 'Вторая волна', status: null, reach: 'clicked', emails_count: 1, users_count: null },
  ]);
  expect((await call('campaigns.list', h.administrator, {})).data).toMatchObject([
    { id: made.id, has_follow_up: true },
  ]);
  await sent(made.id);
  const people = await recipients(made.id);
  await stored('update campaign_recipients set result = 2 where id = any($1)', [[people[0]!.id, people[1]!.id]]);
  await stored(`insert into tag_employees (organization_id, tag_id, employee_id) values ($1, $2, $3)`, [
    h.org.id,
    tag.id,
    people[1]!.employee_id,
  ]);
  await atDay(h, 3);
  const [, follow] = await chain(h, made.id);
  expect(follow).toMatchObject({ name: 'Вторая волна', status: 'planned', reach: 'clicked', users_count: 1 });
  const days = (Date.parse(follow!.start_date) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(13, 1);
  expect(await chain(h, follow!.id!)).toEqual(await chain(h, made.id));
  await atDay(h, 12);
  expect(await statuses(h, made.id)).toEqual(['completed', 'planned']);
  await atDay(h, 13.1);
  expect(await statuses(h, made.id)).toEqual(['completed', 'active']);
  expect((await recipients(follow!.id!)).map((one) => one.employee_id)).toEqual([people[0]!.employee_id]);
  expect(await call('campaigns.get', h.administrator, { id: follow!.id! })).toMatchObject({
    has_follow_up: false,
    settings: { hasMessage: true, theme: 'Разбор' },
  });
});

test('a chain of three: a follow-up is added to the running second campaign', async () => {
  const h = await organization(2);
  const next = { templates: [(await emails(h.org)).email_id], emailSendType: 'at_once' as const };
  const first = await launch(h, {
    ...endsIn(1),
    post_campaign: { ...next, name: 'Вторая', post_campaign_targets: 'sent' },
  });
  await sent(first.id);
  await atDay(h, 2);
  const second = (await chain(h, first.id))[1]!.id!;
  expect(await call('campaigns.get', h.administrator, { id: second })).toMatchObject({ status: 'active' });
  const third = {
    id: second,
    ...next,
    name: 'Третья',
    post_campaign_targets: 'sent' as const,
    isDelay: true,
    delay_days: 3,
  };
  expect(await call('campaigns.follow-up-add', h.administrator, third)).toMatchObject({
    settings: { post_campaign: { name: 'Третья', delay_days: 3 } },
  });
  await expect(call('campaigns.follow-up-add', h.administrator, third)).rejects.toMatchObject({
    code: 'campaign.has_follow_up',
  });
  await sent(second);
  await atDay(h, 60);
  await atDay(h, 64);
  const whole = await chain(h, first.id);
  expect(whole.map((one) => [one.name, one.status])).toEqual([
    ['Кампания', 'completed'],
    ['Вторая', 'completed'],
    ['Третья', 'active'],
  ]);
  expect(await chain(h, whole[2]!.id!)).toEqual(whole);
  expect((await actionLog(h.org.id)).map((line) => line.action)).toContain('campaign.follow_up_started');
});

test('a follow-up can be narrowed to departments and cancelled; a wrong one is rejected', async () => {
  const h = await organization(3);
  const made = await launch(h);
  const templates = [(await emails(h.org)).email_id];
  const add = (changes: object) =>
    call('campaigns.follow-up-add', h.administrator, { id: made.id, name: 'Вторая', templates, ...changes });
  await expect(add({ templates: [] })).rejects.toMatchObject({ code: 'campaign.no_emails' });
  await expect(add({ templates: [made.id] })).rejects.toMatchObject({ code: 'email.not_found' });
  await expect(add({ dateType: 'custom', dateEnd: later(1) })).rejects.toMatchObject({ code: 'campaign.dates' });
  await expect(add({ hasAutoCourse: true })).rejects.toMatchObject({ code: 'campaign.course_missing' });
  await add({});
  await call('campaigns.follow-up-cancel', h.administrator, { id: made.id });
  expect(await chain(h, made.id)).toHaveLength(1);
  await expect(call('campaigns.follow-up-cancel', h.administrator, { id: made.id })).rejects.toMatchObject({
    code: 'campaign.no_follow_up',
  });
  const only = h.staff[1]!.id;
  await add({ post_campaign_targets: 'sent', emailSendType: 'at_once', targets: { target_users: [only] } });
  await sent(made.id);
  await call('campaigns.complete', h.administrator, { id: made.id });
  await runJobs('campaigns.plan-emails', h.org.id);
  const follow = (await chain(h, made.id))[1]!.id!;
  expect((await recipients(follow)).map((one) => one.employee_id)).toEqual([only]);
  await expect(add({})).rejects.toMatchObject({ code: 'campaign.finished' });
  const stranger = await make.operator(await make.organization());
  for (const id of ['campaigns.chain', 'campaigns.follow-up-cancel'] as const)
    await expect(call(id, stranger, { id: made.id })).rejects.toMatchObject({ code: 'campaign.not_found' });
});

test('adding a follow-up to an approved campaign asks for approval again; a follow-up is approved on its own', async () => {
  const h = await organization(4);
  await stored('update organizations set approval_above = 3, approval_is_default = false where id = $1', [h.org.id]);
  const second = await make.operator(h.org);
  await stored(`update employees set created_at = now() - interval '30 days' where organization_id = $1`, [h.org.id]);
  const get = (id: string) => call('campaigns.get', h.administrator, { id });
  const approve = async (id: string) => call('campaigns.approve', second, { id, version: (await get(id)).version });
  const made = await launch(h, { isDelay: true, dateDelay: later(1), ...endsIn(3) });
  expect(await approve(made.id)).toMatchObject({ approval: 'approved' });
  const post = { name: 'Вторая', templates: [(await emails(h.org)).email_id], post_campaign_targets: 'sent' as const };
  const added = await call('campaigns.follow-up-add', h.administrator, { id: made.id, ...post });
  expect(added).toMatchObject({ status: 'planned', approval: 'waiting', approval_request: { decided_by: null } });
  await atDay(h, 2);
  expect(await get(made.id)).toMatchObject({ status: 'planned' });
  await approve(made.id);
  await atDay(h, 2);
  expect(await get(made.id)).toMatchObject({ status: 'active' });
  await sent(made.id);
  await atDay(h, 6);
  expect((await chain(h, made.id))[1]).toMatchObject({ status: 'planned', approval: 'waiting', users_count: 4 });
});

test('archived emails are left out of the follow-up; without any it fails and the administrators are told', async () => {
  const h = await organization(1);
  const [kept, gone] = [await emails(h.org), await emails(h.org)];
  const archive = (id: string) => stored('update templates set archived = true where id = $1', [id]);
  const run = async (templates: string[]) => {
    const made = await launch(h, {
      post_campaign: { name: 'Вторая', templates, post_campaign_targets: 'sent', emailSendType: 'at_once' },
    });
    await sent(made.id);
    return made.id;
  };
  const [first, other] = [await run([kept.email_id, gone.email_id]), await run([gone.email_id])];
  await archive(gone.template_id);
  for (const id of [first, other]) await call('campaigns.complete', h.administrator, { id });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect((await chain(h, first))[1]).toMatchObject({ status: 'active', emails_count: 1 });
  expect((await chain(h, other))[1]).toMatchObject({ status: 'failed', failure: 'no_emails', emails_count: 0 });
  const notices = await stored<{ subject: string; employee_id: string }>(
    `select subject, employee_id from outbox where organization_id = $1 and kind = 'follow_up_failed'`,
    [h.org.id],
  );
  expect(notices).toEqual([{ subject: 'Рассылка «Вторая» не началась', employee_id: h.administrator.id }]);
});

test('a follow-up that nobody qualifies for is shown as not started, without an email to the administrators', async () => {
  const h = await organization(1);
  const templates = [(await emails(h.org)).email_id];
  const made = await launch(h, { post_campaign: { name: 'Вторая', templates, post_campaign_targets: 'clicked' } });
  await sent(made.id);
  await call('campaigns.complete', h.administrator, { id: made.id });
  expect((await chain(h, made.id))[1]).toMatchObject({ status: 'failed', failure: 'nobody_reached' });
  expect(await stored('select 1 from outbox where organization_id = $1', [h.org.id])).toEqual([]);
});

test('a follow-up does not start after a campaign that ended while paused, and the administrators are told', async () => {
  const h = await organization(2);
  const templates = [(await emails(h.org)).email_id];
  const made = await launch(h, {
    ...endsIn(1),
    post_campaign: { name: 'Вторая', templates, post_campaign_targets: 'sent', emailSendType: 'at_once' },
  });
  await sent(made.id);
  await call('campaigns.pause', h.administrator, { id: made.id });
  await atDay(h, 2);
  expect(await chain(h, made.id)).toMatchObject([
    { status: 'completed' },
    { name: 'Вторая', status: 'failed', failure: 'follow_up_paused' },
  ]);
  const notices = await stored<{ subject: string; text: string }>(
    `select subject, text from outbox where organization_id = $1 and kind = 'follow_up_failed'`,
    [h.org.id],
  );
  expect(notices).toEqual([
    { subject: 'Рассылка «Вторая» не началась', text: expect.stringMatching(/завершилась на\sпаузе/) },
  ]);
});

test('a follow-up does not start in an anonymous organisation, whose results choose nobody', async () => {
  const h = await organization(6);
  const templates = [(await emails(h.org)).email_id];
  const made = await launch(h, {
    ...endsIn(1),
    post_campaign: { name: 'Вторая', templates, emailSendType: 'at_once' },
  });
  await sent(made.id);
  await stored('update campaign_recipients set result = 2 where campaign_id = $1', [made.id]);
  await stored('insert into retention_settings (organization_id, anonymous) values ($1, true)', [h.org.id]);
  await atDay(h, 2);
  expect(await chain(h, made.id)).toMatchObject([
    { status: 'completed' },
    { name: 'Вторая', status: 'failed', failure: 'anonymous', users_count: 0 },
  ]);
});

test('a campaign is repeated for the same people, or only for those who reached a mark', async () => {
  const h = await organization(3);
  const first = await launch(h);
  await sent(first.id);
  const [one, two] = await recipients(first.id);
  await stored('update campaign_recipients set result = 2 where id = $1', [one!.id]);
  await call('campaigns.complete', h.administrator, { id: first.id });
  await stored('update employees set deleted_at = now() where id = $1', [two!.employee_id]);
  const { targets: _, ...form } = h.form;
  const again = async (reach: 'clicked' | null) => {
    const made = await launch(h, {
      ...form,
      targets: {},
      templates: [(await emails(h.org)).email_id],
      targetType: 'campaign',
      same_people: { campaign_id: first.id, reach },
    });
    return (await recipients(made.id)).map((row) => row.employee_id);
  };
  expect(await again(null)).toHaveLength(2);
  expect(await again('clicked')).toEqual([one!.employee_id]);
  const stranger = await organization(1);
  await expect(
    call('campaigns.create', stranger.administrator, {
      ...stranger.form,
      targetType: 'campaign',
      same_people: { campaign_id: first.id },
    }),
  ).rejects.toMatchObject({ code: 'campaign.no_recipients' });
});

test('emails are spread over working hours unless the form says otherwise', async () => {
  const h = await organization(1);
  const { emailSendType: _, ...form } = h.form;
  const made = await call('campaigns.create', h.administrator, form);
  expect(await call('campaigns.get', h.administrator, { id: made.id })).toMatchObject({
    spread: true,
    settings: { emailSendType: 'to_end' },
  });
});
