import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored, type Person } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { refreshPeople } from './public.ts';
import { sweepStatistics } from './refresh.service.ts';

/** Differences between the tallies of an organisation and its people; empty if all agree. */
const differences = (org: { id: string }) =>
  stored(
    `select kind, department_id, key, sum(people)::int as people, sum(risk_level)::float8 as risk from (
       select kind, department_id, key, people, risk_level, phishing_indicator, learning_progress from people_tallies where organization_id = $1
       union all
       select k.kind, k.department_id, k.key, -1, case when k.kind = 'figures' then -(p.e).risk_level end,
         case when k.kind = 'figures' then -(p.e).phishing_indicator end, case when k.kind = 'figures' then -(p.e).learning_progress end
       from (select e from employees e where is_counted(e) and e.organization_id = $1 offset 0) p
         cross join lateral people_keys(p.e, null) k) t
     group by 1, 2, 3 having sum(people) <> 0 or sum(risk_level) <> 0 or sum(phishing_indicator) <> 0 or sum(learning_progress) <> 0`,
    [org.id],
  );
const rowsOf = async (org: { id: string }) =>
  (
    await stored<{ rows: number; keys: number }>(
      `select count(*)::int as rows, count(distinct (kind, department_id, key))::int as keys from people_tallies where organization_id = $1`,
      [org.id],
    )
  )[0]!;

test('numbers of people follow every change of a person, and stay the same when the sweep adds them up', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Продажи');
  const people: Person[] = [];
  for (let n = 0; n < 6; n++) people.push(await make.employee(org, n % 2 ? { department_id: sales.id } : {}));
  expect(await differences(org)).toEqual([]);
  const campaign = await history.campaign(org, { ago: 5 });
  for (const [n, person] of people.entries())
    await history.email(org, campaign, person, { result: (n % 5) as 0 | 1 | 2 | 3 | 4 });
  await history.course(
    org,
    people.slice(0, 3).map((one) => [one, 40] as const),
    { ago: 10 },
  );
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  expect(await differences(org)).toEqual([]);
  const change = async (set: string, place: number) => {
    await stored(`update employees set ${set} where id = $1`, [people[place]!.id]);
    expect(await differences(org), set).toEqual([]);
  };
  await change(`department_id = '${sales.id}'`, 0);
  await change('deleted_at = now()', 1);
  await change('deleted_at = null', 1);
  await change('deleted_at = now()', 2);
  await change(`role = 'pdf_service'`, 3);
  await change('risk_level = 5.55', 4);
  await change('risk_level = null, phishing_indicator = null', 4);
  const nobody = await make.employee(org);
  await stored('delete from employees where id = $1', [nobody.id]);
  expect(await differences(org)).toEqual([]);
  const { data } = await call('statistics.people-behind', administrator, { id: org.id, of: 'everyone' });
  const shown = await call('statistics.current-risk-level', administrator, { id: org.id });
  expect(shown.people).toBe(data.length);

  for (let n = 0; n < 60; n++)
    await stored('update employees set risk_level = $2 where organization_id = $1', [org.id, n % 11]);
  expect(await differences(org)).toEqual([]);
  expect((await rowsOf(org)).rows).toBeGreaterThan(200);
  await sweepStatistics(await platform());
  const after = await rowsOf(org);
  expect(after.rows).toBeLessThan(100);
  expect(await differences(org)).toEqual([]);
});

test('a change that no figure depends on writes no row', async () => {
  const org = await make.organization();
  const person = await make.employee(org);
  const before = await rowsOf(org);
  await stored(`update employees set note = 'Новая', risk_computed_at = now() where id = $1`, [person.id]);
  expect(await rowsOf(org)).toEqual(before);
});
