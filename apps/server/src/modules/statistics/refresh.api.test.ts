import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inOrganization, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, dayIn, now } from '../../platform/clock.ts';
import { enqueue, enqueueForPeople, enqueueMany, jobContext, takePeople } from '../../platform/jobs.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';
import { sweepStatistics } from './refresh.service.ts';
import { refreshPeopleJob } from './statistics.jobs.ts';

const figures = (id: string) =>
  stored<{ risk_level: number | null; phishing_indicator: number | null; learning_progress: number | null }>(
    'select risk_level, phishing_indicator, learning_progress from employees where id = $1',
    [id],
  );

test('the job refreshes the given people, writes only changes, and can run twice', async () => {
  const org = await make.organization();
  const [careless, other] = [await make.employee(org), await make.employee(org)];
  const campaign = await history.campaign(org);
  await history.email(org, campaign, careless, { result: 4 });
  await history.email(org, campaign, other, { result: 2 });
  await inOrganization(org.id, 'write', (tx) =>
    enqueue(tx, 'statistics.refresh-people', { employee_ids: [careless.id] }),
  );
  await runJobs('statistics.refresh-people', org.id);
  expect(await figures(careless.id)).toEqual([{ risk_level: 10, phishing_indicator: 100, learning_progress: null }]);
  expect(await figures(other.id)).toEqual([{ risk_level: null, phishing_indicator: null, learning_progress: null }]);
  const changed = () => inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  expect(await changed()).toEqual([other.id]);
  expect(await changed()).toEqual([]);
});

test('one job refreshes the people of all that wait; a failed one takes none of them', async () => {
  const org = await make.organization();
  const people = await Promise.all(Array.from({ length: 3 }, () => make.employee(org)));
  const [failed, everyone, foreign] = [await make.employee(org), await make.organization(), await make.organization()];
  const campaign = await history.campaign(org);
  for (const one of people) await history.email(org, campaign, one, { result: 4 });
  const order = (organizationId: string, ids: string[] | null) =>
    inOrganization(organizationId, 'write', (tx) => enqueue(tx, 'statistics.refresh-people', { employee_ids: ids }));
  for (const { id } of people) await order(org.id, [id]);
  await order(org.id, [people[0]!.id]);
  await order(everyone.id, null);
  await order(foreign.id, [failed.id]);
  await order(org.id, [failed.id]);
  await stored(
    `update graphile_worker._private_jobs set attempts = 1 where payload->>'organization_id' = $1 and payload->'employee_ids'->>0 = $2`,
    [org.id, failed.id],
  );
  const payload = { organization_id: org.id, employee_ids: [people[1]!.id] };
  const ctx = jobContext(await platform(), org.id, new AbortController().signal);
  await expect(
    ctx.run('write', async (tx) => {
      expect((await takePeople(tx, 'statistics.refresh-people', 1_000)).sort()).toEqual(
        people.map(({ id }) => id).sort(),
      );
      throw new Error('the database goes away');
    }),
  ).rejects.toThrow('goes away');
  expect(await queued('statistics.refresh-people', org.id)).toHaveLength(5);
  await refreshPeopleJob(ctx, payload);
  for (const { id } of people) expect(await figures(id)).toMatchObject([{ risk_level: 10 }]);
  expect(await queued('statistics.refresh-people', org.id)).toEqual([
    { organization_id: org.id, employee_ids: [failed.id] },
  ]);
  for (const other of [everyone, foreign]) expect(await queued('statistics.refresh-people', other.id)).toHaveLength(1);
  await stored(`delete from graphile_worker._private_jobs where payload->>'organization_id' = $1`, [org.id]);
});

test('a job takes no more people than one transaction may refresh', async () => {
  const org = await make.organization();
  const ids = Array.from({ length: 5 }, () => randomUUID());
  for (const employee_ids of [ids.slice(0, 2), ids.slice(2)])
    await inOrganization(org.id, 'write', (tx) => enqueueMany(tx, 'statistics.refresh-people', [{ employee_ids }]));
  const take = (most: number) =>
    inOrganization(org.id, 'write', (tx) => takePeople(tx, 'statistics.refresh-people', most));
  expect(await take(1)).toEqual([]);
  expect((await take(4)).sort()).toEqual(ids.slice(0, 2).sort());
  expect((await take(4)).sort()).toEqual(ids.slice(2).sort());
});

test('tags are refreshed for people whose risk step changed, not for changes within a step', async () => {
  const org = await make.organization();
  const campaign = await history.campaign(org);
  const [caught, opened] = [await make.employee(org), await make.employee(org)];
  for (const one of [caught, opened]) await history.email(org, campaign, one, { result: 1 });
  const refresh = () => inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  expect((await refresh()).sort()).toEqual([caught.id, opened.id].sort());
  const next = await history.campaign(org);
  await history.email(org, next, caught, { result: 4 });
  await history.email(org, next, opened, { result: 1, reported: true }); // from 1.0 to below 1 and from there to nothing else
  const [before] = await figures(opened.id);
  expect(await refresh()).toContain(caught.id);
  const [after] = await figures(opened.id);
  expect(after!.risk_level).not.toBe(before!.risk_level);
  await history.email(org, await history.campaign(org), opened, { result: 0 });
  expect(await refresh()).toEqual([]);
  expect((await figures(opened.id))[0]!.risk_level).not.toBe(after!.risk_level);
});

test('a job about many people is queued as several jobs of at most a thousand', async () => {
  const org = await make.organization();
  const ids = Array.from({ length: 2_001 }, () => randomUUID());
  await inOrganization(org.id, 'write', (tx) => enqueueForPeople(tx, 'tags.refresh-membership', ids));
  const jobs = await queued('tags.refresh-membership', org.id);
  const people = jobs.map((job) => job.employee_ids!).sort((a, b) => b.length - a.length); // they are queued in any order
  expect(people.map((some) => some.length)).toEqual([1_000, 1_000, 1]);
  expect(people.flat().sort()).toEqual(ids.sort());
});

test('people of another organisation keep their figures', async () => {
  const [mine, foreign] = [await make.organization(), await make.organization()];
  const stranger = await make.employee(foreign);
  await history.email(foreign, await history.campaign(foreign), stranger, { result: 4 });
  const changed = await inOrganization(mine.id, 'write', (tx) => refreshPeople(tx, [stranger.id]));
  expect(changed).toEqual([]);
  expect(await figures(stranger.id)).toMatchObject([{ risk_level: null }]);
});

test('a day has one point for the organisation, each department with its descendants, and each person with a level', async () => {
  const org = await make.organization();
  const parent = await make.department(org, 'Дирекция');
  const child = await make.department(org, 'Бухгалтерия', parent.id);
  const [boss, clerk, unknown] = [
    await make.employee(org, { department_id: parent.id }),
    await make.employee(org, { department_id: child.id }),
    await make.employee(org),
  ];
  const campaign = await history.campaign(org);
  await history.email(org, campaign, boss, { result: 0 });
  await history.email(org, campaign, clerk, { result: 4 });
  const store = () => inOrganization(org.id, 'write', storeDailyPoints);
  await store();
  await store();
  const points = await stored<{ scope: string; subject_id: string; risk_level: number; people: number; day: string }>(
    'select scope, subject_id, risk_level, people, day from risk_points where organization_id = $1',
    [org.id],
  );
  const of = (id: string) =>
    points.filter((one) => one.subject_id === id).map(({ risk_level, people }) => ({ risk_level, people }));
  expect(of(org.id)).toEqual([{ risk_level: 5, people: 3 }]);
  expect(of(parent.id)).toEqual([{ risk_level: 5, people: 2 }]);
  expect(of(child.id)).toEqual([{ risk_level: 10, people: 1 }]);
  expect(of(clerk.id)).toEqual([{ risk_level: 10, people: 1 }]);
  expect(of(unknown.id)).toEqual([]);
  expect(points.every((one) => one.day === dayIn(now(), 'Asia/Tashkent'))).toBe(true);
});

test('a course no longer counts for the level after a year, without any other event', async () => {
  const org = await make.organization();
  const person = await make.employee(org);
  await history.course(org, [[person, 0]], { ago: 370, days: 5 }); // the deadline was 365 days ago
  await inOrganization(org.id, 'write', storeDailyPoints);
  expect(await figures(person.id)).toMatchObject([{ risk_level: 10, learning_progress: 0 }]);
  await atTime(after(now(), DAY), () => inOrganization(org.id, 'write', storeDailyPoints));
  expect(await figures(person.id)).toMatchObject([{ risk_level: null, learning_progress: null }]);
});

test('the sweep queues the missing points of a day, by the time zone of the organisation', async () => {
  const org = await make.organization();
  const on = await platform();
  const evening = new Date('2031-03-04T18:30:00Z'); // 23:30 in Tashkent
  await atTime(evening, () => sweepStatistics(on));
  await atTime(evening, () => runJobs('statistics.store-daily-points', org.id));
  await atTime(after(evening, 10 * 60_000), () => sweepStatistics(on));
  expect(await queued('statistics.store-daily-points', org.id)).toEqual([]);
  await atTime(after(evening, 3 * DAY + 40 * 60_000), () => sweepStatistics(on)); // three days away, and past midnight there
  expect(await queued('statistics.store-daily-points', org.id)).toHaveLength(1);
  await atTime(after(evening, 3 * DAY + 40 * 60_000), () => runJobs('statistics.store-daily-points', org.id));
  const days = await stored<{ day: string }>(
    `select day from risk_points where organization_id = $1 and scope = 'organization' order by day`,
    [org.id],
  );
  expect(days.map((one) => one.day)).toEqual(['2031-03-04', '2031-03-08']);
});
