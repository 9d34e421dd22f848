import { beforeEach, expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import { watchInvariants } from '../../../test/invariants.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { hashPassword } from '../session/public.ts';

// Turning anonymous mode off: who may, who is told, and that nobody learns afterwards who fell in its time.

const PASSWORD = 'Тихая гавань 7';
const hash = hashPassword(PASSWORD);
let org: make.TestOrganization;
let officer: Awaited<ReturnType<typeof make.operator>>;

const turn = async (anonymous: boolean, proof: object = {}) =>
  call('privacy.save', officer, { ...(await call('privacy.retention', officer, {})), anonymous, ...proof });
const turnOff = () => turn(false, { password: PASSWORD });

beforeEach(async () => {
  org = await make.organization();
  officer = await make.employee(org, { role: 'system_admin' });
  await stored('update employees set password_hash = $2 where id = $1', [officer.id, await hash]);
});

test('it needs a proof of identity, and nothing changes without one', async () => {
  const anna = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 5 });
  await history.email(org, campaign, anna, { result: 2 });
  await turn(true);
  await expect(turn(false)).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(turn(false, { password: 'не тот' })).rejects.toMatchObject({ code: 'session.wrong_credentials' });
  expect((await call('privacy.retention', officer, {})).anonymous).toBe(true);
  expect(await stored('select employee_id from campaign_recipients where campaign_id = $1', [campaign.id])).toEqual([
    { employee_id: anna.id },
  ]);
  expect((await turnOff()).anonymous).toBe(false);
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
  expect(told.map((one) => one.employee_id).sort()).toEqual([boss.id, officer.id].sort());
  expect(told.every((one) => one.text.includes(officer.name!))).toBe(true);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'privacy.retention_set',
    changes: { anonymous: [true, false] },
    details: { affected: 1 },
  });
});

test('results that could change in its time are separated from their people, earlier ones are not', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => make.employee(org)));
  const final = await history.campaign(org, { ago: 40 });
  const fresh = await history.campaign(org, { ago: 10 });
  const running = await history.campaign(org, { ago: 2, status: 'active' });
  const sales = await make.department(org);
  for (const [i, one] of people.entries()) {
    await history.email(org, final, one, { result: 2 });
    await history.email(org, fresh, one, { result: (i % 5) as 0 });
    await history.email(org, running, { ...one, department_id: sales.id }, i < 5 ? { result: 4 } : { state: 'queued' });
  }
  await runJobs('statistics.refresh-people', org.id);
  const course = await history.course(
    org,
    people.map((one) => [one, 0] as const),
  );
  await stored(`update assignments set campaign_id = $2, source = 'campaign' where id = $1`, [
    course.assignment_id,
    fresh.id,
  ]);
  const campaigns = [final.id, fresh.id, running.id];
  const totals = async () =>
    (await Promise.all(campaigns.map((id) => call('campaigns.get', officer, { id })))).map((one) => one.statistics);
  await stored(
    `update campaigns set settings = jsonb_build_object('targets', jsonb_build_object('target_users', jsonb_build_array($2::text))) where id = $1`,
    [running.id, people[0]!.id],
  );
  const before = await totals();
  await turn(true);
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level)
     values ($1, current_date + 1, 'employee', $2, 9), ($1, current_date - 30, 'employee', $2, 1), ($1, current_date + 1, 'organization', $1, 5)`,
    [org.id, people[0]!.id],
  );
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id, state, tells_result)
     select $1, $2, 'report_thanks', 'a@b.test', '', '', '', '', 'failed', t from unnest(array[true, false]) t`,
    [org.id, people[0]!.id],
  );
  await stored(
    `insert into mailbox_emails (organization_id, employee_id, sender, recipient, subject, raw, tells_result)
     values ($1, $2, '', '', '', '', true)`,
    [org.id, people[0]!.id],
  );
  await stored(`update employees set risk_level = 9, emails_sent = 3, emails_dangerous = 2 where id = $1`, [
    people[0]!.id,
  ]);
  const check = await watchInvariants(await platform());
  await turnOff();

  const named = (campaignId: string) =>
    stored<{ employee_id: string; state: string; department: string }>(
      `select employee_id, state, department from campaign_recipients where campaign_id = $1 and employee_id is not null order by id`,
      [campaignId],
    );
  expect((await named(final.id)).map((one) => one.employee_id)).toEqual(people.map((one) => one.id));
  expect(await named(fresh.id)).toEqual([]);
  expect(await named(running.id)).toEqual([{ employee_id: people[5]!.id, state: 'queued', department: 'Отдел' }]);
  expect(
    await stored('select from campaigns where id = $1 and settings::text like $2', [running.id, `%${people[0]!.id}%`]),
  ).toEqual([]);
  expect(await totals()).toEqual(before);
  expect(await stored('select source, campaign_id from assignments where id = $1', [course.assignment_id])).toEqual([
    { source: 'manual', campaign_id: null },
  ]);
  expect(
    await stored(
      'select scope, risk_level::float8 as level from risk_points where organization_id = $1 order by level',
      [org.id],
    ),
  ).toEqual([
    { scope: 'employee', level: 1 },
    { scope: 'organization', level: 5 },
  ]);
  expect(
    await stored(`select tells_result from outbox where organization_id = $1 and kind = 'report_thanks'`, [org.id]),
  ).toEqual([{ tells_result: false }]);
  expect(await stored('select from mailbox_emails where organization_id = $1', [org.id])).toEqual([]);
  expect(
    await stored('select emails_sent, emails_dangerous, email_events from employees where id = $1', [people[0]!.id]),
  ).toEqual([{ emails_sent: 1, emails_dangerous: 0, email_events: 6 }]);
  await check();
});

test('two administrators who turn it off at once do not wait for each other for ever', async () => {
  const campaign = await history.campaign(org, { ago: 5 });
  for (let n = 0; n < 20; n++) await history.email(org, campaign, await make.employee(org), { result: 2 });
  await turn(true);
  const outcomes = await Promise.allSettled([turnOff(), turnOff()]);
  expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'common.stale_version' } });
});
