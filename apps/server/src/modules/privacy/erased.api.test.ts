import { expect, test } from 'vitest';
import { call, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import { watchInvariants } from '../../../test/invariants.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import { storeOutcomes } from '../delivery/outcomes.ts';
import { sweepRemoved } from '../employees/removed.jobs.ts';

// What erasing removed people leaves of the statistics: every figure is the same as before.

const erase = async (organizationId: string): Promise<void> => {
  await sweepRemoved(await platform());
  expect(await runJobs('employees.wipe-removed', organizationId)).toBe(1);
  expect(await runJobs('privacy.forget-people', organizationId)).toBe(1);
};
const remove = (ids: readonly string[]) =>
  stored('update employees set deleted_at = $2 where id = any($1)', [ids, after(now(), -31 * DAY)]);

/** Totals of campaigns and figures of the organisation. */
const figuresOf = async (org: { id: string }, as: Person, campaigns: readonly string[]): Promise<string> => {
  const organization = { id: org.id };
  const period = { ...organization, days_period: 365 };
  const figures = [
    ...(await Promise.all(campaigns.map((id) => call('campaigns.get', as, { id })))).map((one) => one.statistics),
    ...(await Promise.all(campaigns.map((id) => call('campaigns.emails', as, { id })))),
    ...(await Promise.all(campaigns.map((id) => call('campaigns.figures', as, { id })))),
    await call('statistics.phishing', as, period),
    await call('statistics.current-risk-level', as, organization),
    await call('statistics.risk-groups', as, organization),
    await call('statistics.current-progress', as, organization),
    await call('statistics.courses-counts', as, organization),
    await call('statistics.last-campaign', as, organization),
  ];
  // The first click and the first report are at the full hour of sending afterwards.
  return JSON.stringify(figures, (key, value: unknown) => (key.startsWith('first_') ? undefined : value), 1);
};

test('totals of campaigns and figures of the organisation are the same before and after an erasure', async () => {
  const org = await make.organization();
  const administrator = await make.employee(org, { role: 'system_admin' });
  const people = await Promise.all(Array.from({ length: 8 }, () => make.employee(org)));
  const over = await history.campaign(org, { ago: 60 });
  const running = await history.campaign(org, { ago: 5, status: 'active' });
  for (const [i, one] of people.entries()) {
    await history.email(org, over, one, { result: (i % 5) as 0, reported: i % 2 === 0 });
    await history.email(org, running, one, { result: ((i + 2) % 5) as 0 });
  }
  const course = await history.course(
    org,
    people.map((one, i) => [one, i * 10] as const),
  );
  await stored(`update assignments set campaign_id = $2, source = 'campaign' where id = $1`, [
    course.assignment_id,
    over.id,
  ]);
  await remove(people.slice(0, 3).map((one) => one.id));
  await runJobs('statistics.refresh-people', org.id);
  const check = await watchInvariants(await platform());
  const before = await figuresOf(org, administrator, [over.id, running.id]);
  await erase(org.id);
  expect(await figuresOf(org, administrator, [over.id, running.id])).toBe(before);
  await check();
  expect(
    await stored(
      `select count(*) filter (where employee_id is null)::int as anonymous, count(*)::int as emails from campaign_recipients
       where campaign_id = any($1)`,
      [[over.id, running.id]],
    ),
  ).toEqual([{ anonymous: 6, emails: 16 }]);
});

test('a department stays on the results of five erased people, and on those of fewer does not', async () => {
  const org = await make.organization();
  const [sales, lab] = [await make.department(org), await make.department(org)];
  const campaign = await history.campaign(org, { ago: 60 });
  const gone: string[] = [];
  for (const [department, leavers] of [
    [sales, 5],
    [lab, 4],
  ] as const)
    for (let n = 0; n < 6; n++) {
      const one = await make.employee(org, { department_id: department.id });
      await history.email(org, campaign, { ...one, department_id: department.id }, { result: 2 });
      if (n < leavers) gone.push(one.id);
    }
  await remove(gone);
  await erase(org.id);
  expect(
    await stored(
      `select department_id, count(*)::int as n from campaign_recipients where campaign_id = $1 and employee_id is null
       group by 1 order by 2 desc`,
      [campaign.id],
    ),
  ).toEqual([
    { department_id: sales.id, n: 5 },
    { department_id: null, n: 4 },
  ]);
});

test('an email that a sender holds is separated once it has ended', async () => {
  const org = await make.organization();
  const anna = await make.employee(org);
  const [held, over] = [
    await history.campaign(org, { ago: 1, status: 'active' }),
    await history.campaign(org, { ago: 60 }),
  ];
  const row = await history.email(org, held, anna, { state: 'claimed' });
  await history.email(org, over, anna, { result: 2 });
  await stored(
    `update campaign_recipients set lease_owner = 'sender/1', lease_until = now() + interval '1 minute' where id = $1`,
    [row],
  );
  await remove([anna.id]);
  await erase(org.id);
  const left = () => stored('select id, state from campaign_recipients where employee_id = $1', [anna.id]);
  expect(await left()).toEqual([{ id: row, state: 'claimed' }]);
  const { db } = await platform();
  await storeOutcomes(
    db,
    [{ id: row, claim: 'sender/1', fate: { state: 'sent', reply: null, send_at: null, tries: 1 } }],
    now(),
  );
  expect(await left()).toEqual([{ id: row, state: 'sent' }]);
  expect(await runJobs('privacy.forget-people', org.id)).toBe(1);
  expect(await left()).toEqual([]);
  expect(await runJobs('privacy.forget-people', org.id)).toBe(0);
});
