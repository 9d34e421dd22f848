import { newCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { beforeEach, expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, runJobs, stored } from '../../../test/app.ts';
import { watchInvariants } from '../../../test/invariants.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { beginCampaign } from '../campaigns/launch/launch.service.ts';
import { planTagCampaign } from '../campaigns/public.ts';
import { hashPassword } from '../session/public.ts';
import { sweepRetention } from './retention.jobs.ts';

// Turning anonymous mode off: who may, who is told, and that nobody learns afterwards who fell in its time.

const PASSWORD = 'Тихая гавань 7';
const hash = hashPassword(PASSWORD);
let org: make.TestOrganization;
let administrator: Awaited<ReturnType<typeof make.operator>>;

const turn = async (anonymous: boolean, proof: object = {}) => {
  const { ending: _, ...settings } = await call('privacy.retention', administrator, {});
  return call('privacy.save', administrator, { ...settings, anonymous, ...proof });
};
/** Orders the end of the mode. */
const order = () => turn(false, { password: PASSWORD });
const runJob = () => runJobs('privacy.end-anonymity', org.id);
const turnOff = async () => {
  await order();
  expect(await runJob()).toBe(1);
  return call('privacy.retention', administrator, {});
};
const employeesOf = async (campaignId: string) =>
  (
    await stored<{ id: string | null }>(
      'select employee_id as id from campaign_recipients r where campaign_id = $1 order by r.id',
      [campaignId],
    )
  ).map((one) => one.id);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => make.employee(org)));

beforeEach(async () => {
  org = await make.organization();
  administrator = await make.employee(org, { role: 'system_admin' });
  await stored('update employees set password_hash = $2 where id = $1', [administrator.id, await hash]);
});

test('it needs a proof of identity, and nothing changes without one', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 5 });
  await history.email(org, campaign, anna, { result: 2 });
  await turn(true);
  await expect(turn(false)).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(turn(false, { password: 'не тот' })).rejects.toMatchObject({ code: 'session.wrong_credentials' });
  expect((await call('privacy.retention', administrator, {})).anonymous).toBe(true);
  expect(await stored('select employee_id from campaign_recipients where campaign_id = $1', [campaign.id])).toEqual([
    { employee_id: anna.id },
  ]);
  expect(await turnOff()).toMatchObject({ anonymous: false, ending: null });
});

test('it is rejected while campaigns have not ended, before anything changes', async () => {
  const ended = await history.campaign(org, { ago: 5 });
  const [anna] = await people(1);
  await history.email(org, ended, anna!, { result: 2 });
  for (const status of ['active', 'planned'] as const) await history.campaign(org, { name: status, ago: 1, status });
  for (let n = 0; n < 5; n++) await history.campaign(org, { name: `ещё ${n}`, ago: 0, status: 'planned' });
  await turn(true);
  await expect(order()).rejects.toMatchObject({
    code: 'privacy.campaigns_running',
    details: { number: 7, names: ['active', 'planned', expect.any(String), expect.any(String), expect.any(String)] },
  });
  expect(await call('privacy.retention', administrator, {})).toMatchObject({ anonymous: true, ending: null });
  expect(await runJob()).toBe(0);
  expect(await employeesOf(ended.id)).toEqual([anna!.id]);
});

test('the mode stays on until the job ends, no campaign is launched meanwhile, and turning it on stops the job', async () => {
  const [anna] = await people(1);
  const ended = await history.campaign(org, { ago: 5 });
  await history.email(org, ended, anna!, { result: 2 });
  await turn(true);
  expect(await order()).toMatchObject({ anonymous: true, ending: { left: 1 } });
  expect((await call('session.me', administrator, {})).acting_organization.anonymous).toBe(true);
  await expect(
    inOrganization(org.id, 'write', (tx) =>
      beginCampaign(tx, {
        settings: newCampaign.parse({ name: 'Новая', templates: [org.id] }),
        dates: {} as never,
        recipients: 5,
        createdBy: null,
      }),
    ),
  ).rejects.toMatchObject({ code: 'privacy.ending' });
  const tagCampaign = { actionId: org.id, tag: { id: org.id, title: '' }, emailIds: [], people: [anna!.id] };
  const on = await platform();
  const { rejected } = await inOrganization(org.id, 'write', (tx) =>
    planTagCampaign({ tx, platform: on }, tagCampaign),
  );
  expect([...rejected.values()]).toEqual(['sending_paused']);
  // Another change while the mode ends needs no proof and does not stop the job.
  expect(await turn(false)).toMatchObject({ anonymous: true, ending: { left: 1 } });
  expect(await turn(true)).toMatchObject({ anonymous: true, ending: null });
  await runJob();
  expect(await call('privacy.retention', administrator, {})).toMatchObject({ anonymous: true, ending: null });
  expect(await employeesOf(ended.id)).toEqual([anna!.id]);
});

test('the job waits for emails that senders hold, and the sweep starts it again', async () => {
  const six = await people(6);
  const ended = await history.campaign(org, { ago: 5 });
  for (const [i, one] of six.entries())
    await history.email(org, ended, one, i < 5 ? { result: 2 } : { state: 'claimed' });
  await turn(true);
  expect(await turnOff()).toMatchObject({ anonymous: true, ending: { left: 6 } });
  await stored(`update campaign_recipients set state = 'unknown' where campaign_id = $1 and state = 'claimed'`, [
    ended.id,
  ]);
  await sweepRetention(await platform());
  expect(await runJob()).toBe(1);
  expect(await call('privacy.retention', administrator, {})).toMatchObject({ anonymous: false, ending: null });
  expect(await employeesOf(ended.id)).toEqual(Array.from({ length: 6 }, () => null));
});

test('a campaign that was completed after one email keeps no result', async () => {
  const six = await people(6);
  const [few, five] = [await history.campaign(org, { ago: 5 }), await history.campaign(org, { ago: 5 })];
  for (const [i, one] of six.entries()) {
    await history.email(org, few, one, i === 0 ? { result: 4, reported: true } : { state: 'cancelled' });
    await history.email(org, five, one, i < 5 ? { result: 4 } : { state: 'cancelled' });
  }
  await turn(true);
  const check = await watchInvariants(await platform());
  await turnOff();
  const resultsOf = ({ id }: { id: string }) =>
    stored<{ state: string; result: number; told: boolean; events: number }>(
      `select state, result, coalesce(opened_at, clicked_at, entered_at, reported_at) is not null as told,
         (select count(*)::int from tracking_events t where t.recipient_id = r.id) as events
       from campaign_recipients r where campaign_id = $1 and state = 'sent' and employee_id is null`,
      [id],
    );
  expect(await resultsOf(few)).toEqual([{ state: 'sent', result: 0, told: false, events: 0 }]);
  const kept = await resultsOf(five);
  expect(kept).toHaveLength(5);
  expect(kept.every((one) => one.result === 4 && one.told && one.events > 0)).toBe(true);
  await check();
});

test('all super users and system administrators are told, and the log names the number of results', async () => {
  const boss = await make.employee(org, { role: 'super_user' });
  await make.employee(org, { role: 'operator' });
  const campaign = await history.campaign(org, { ago: 5 });
  await history.email(org, campaign, await make.employee(org), { result: 2 });
  await turn(true);
  await turnOff();
  const told = await stored<{ employee_id: string; text: string }>(
    `select employee_id, text from outbox where organization_id = $1 and kind = 'anonymous_off'`,
    [org.id],
  );
  expect(told.map((one) => one.employee_id).sort()).toEqual([boss.id, administrator.id].sort());
  expect(told.every((one) => one.text.includes(administrator.name!))).toBe(true);
  expect((await actionLog(org.id)).slice(-3)).toMatchObject([
    { action: 'privacy.retention_set', changes: { anonymous: [true, false] } },
    { action: 'privacy.results_anonymized', details: { affected: 1 } },
    { action: 'privacy.anonymous_off' },
  ]);
});

test('results that could change in its time are separated from their people, earlier ones are not', async () => {
  const six = await people(6);
  const final = await history.campaign(org, { ago: 40 });
  const fresh = await history.campaign(org, { ago: 10 });
  const recent = await history.campaign(org, { ago: 2 });
  const sales = await make.department(org);
  for (const [i, one] of six.entries()) {
    await history.email(org, final, one, { result: 2 });
    await history.email(org, fresh, one, { result: (i % 5) as 0 });
    await history.email(org, recent, { ...one, department_id: sales.id }, i < 5 ? { result: 4 } : { state: 'failed' });
  }
  await runJobs('statistics.refresh-people', org.id);
  const course = await history.course(
    org,
    six.map((one) => [one, 0] as const),
  );
  await stored(`update assignments set campaign_id = $2, source = 'campaign' where id = $1`, [
    course.assignment_id,
    fresh.id,
  ]);
  const campaigns = [final.id, fresh.id, recent.id];
  const totals = async () =>
    (await Promise.all(campaigns.map((id) => call('campaigns.get', administrator, { id })))).map(
      (one) => one.statistics,
    );
  await stored(
    `update campaigns set settings = jsonb_build_object('targets', jsonb_build_object('target_users', jsonb_build_array($2::text))) where id = $1`,
    [recent.id, six[0]!.id],
  );
  const before = await totals();
  // The organisation may have a later date than the database server.
  const [{ today }] = (await stored(
    `select (now() at time zone time_zone)::date::text as today from organizations where id = $1`,
    [org.id],
  )) as [{ today: string }];
  await turn(true);
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level, phishing_indicator, learning_progress)
     select $1, $3::date + day, scope, id, level, 50, 70 from (values (1, 'employee', $2::uuid, 9), (-30, 'employee', $2, 1),
       (1, 'organization', $1::uuid, 5), (0, 'organization', $1, 4), (-30, 'organization', $1, 3)) p (day, scope, id, level)`,
    [org.id, six[0]!.id, today],
  );
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id, state, tells_result)
     select $1, $2, 'report_thanks', 'a@b.test', '', '', '', '', 'failed', t from unnest(array[true, false]) t`,
    [org.id, six[0]!.id],
  );
  await stored(
    `insert into mailbox_emails (organization_id, employee_id, sender, recipient, subject, raw, tells_result)
     values ($1, $2, '', '', '', '', true)`,
    [org.id, six[0]!.id],
  );
  await stored(`update employees set risk_level = 9, emails_sent = 3, emails_dangerous = 2 where id = $1`, [
    six[0]!.id,
  ]);
  const check = await watchInvariants(await platform());
  await turnOff();

  const nobody = six.map(() => null);
  expect(await employeesOf(final.id)).toEqual(six.map((one) => one.id));
  expect(await employeesOf(fresh.id)).toEqual(nobody);
  expect(await employeesOf(recent.id)).toEqual(nobody);
  expect(
    await stored('select from campaigns where id = $1 and settings::text like $2', [recent.id, `%${six[0]!.id}%`]),
  ).toEqual([]);
  expect(await totals()).toEqual(before);
  expect(await stored('select source, campaign_id from assignments where id = $1', [course.assignment_id])).toEqual([
    { source: 'manual', campaign_id: null },
  ]);
  // Learning is not a result of simulations.
  const points = await stored(
    `select scope, day - $2::date as day, risk_level::float8 as level, phishing_indicator::float8 as phishing,
       learning_progress::float8 as progress from risk_points where organization_id = $1 order by scope, day`,
    [org.id, today],
  );
  expect(points).toEqual([
    { scope: 'employee', day: -30, level: 1, phishing: 50, progress: 70 },
    { scope: 'employee', day: 1, level: null, phishing: null, progress: 70 },
    { scope: 'organization', day: -30, level: 3, phishing: 50, progress: 70 },
    { scope: 'organization', day: 0, level: null, phishing: null, progress: 70 },
    { scope: 'organization', day: 1, level: null, phishing: null, progress: 70 },
  ]);
  expect(
    await stored(`select tells_result from outbox where organization_id = $1 and kind = 'report_thanks'`, [org.id]),
  ).toEqual([{ tells_result: false }]);
  expect(await stored('select from mailbox_emails where organization_id = $1', [org.id])).toEqual([]);
  expect(
    await stored('select emails_sent, emails_dangerous, email_events from employees where id = $1', [six[0]!.id]),
  ).toEqual([{ emails_sent: 1, emails_dangerous: 0, email_events: 6 }]);
  await check();
});

test('two administrators who turn it off at once do not wait for each other for ever', async () => {
  const campaign = await history.campaign(org, { ago: 5 });
  for (let n = 0; n < 20; n++) await history.email(org, campaign, await make.employee(org), { result: 2 });
  await turn(true);
  const outcomes = await Promise.allSettled([order(), order()]);
  expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'common.stale_version' } });
});
