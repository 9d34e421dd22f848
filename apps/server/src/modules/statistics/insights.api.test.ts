import type { BehindNumber } from '@sergak/contract/statistics/insights.schema.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, type Person } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, DAY, dayIn, iso, now } from '../../platform/clock.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';
import { refreshCourseEffects } from './refresh.service.ts';

const refresh = (org: { id: string }) => inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
const daysAgo = (days: number) => iso(after(now(), -days * DAY));
const monthAgo = (days: number) => dayIn(after(now(), -days * DAY), 'Asia/Tashkent').slice(0, 7);
/** Makes the organisation older than its people, so that they count as newcomers. */
const openedAgo = (org: { id: string }, days: number) =>
  inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('organizations')
      .set({ created_at: daysAgo(days) })
      .where('id', '=', org.id)
      .execute(),
  );
const joinedAgo = (org: { id: string }, person: Person, days: number) =>
  inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('employees')
      .set({ created_at: daysAgo(days) })
      .where('id', '=', person.id)
      .execute(),
  );

/** Anna is caught often, Boris once long ago, Vera reports; Galina got nothing. */
const office = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Продажи');
  const north = await make.department(org, 'Север', sales.id);
  const [anna, boris, vera, galina] = [
    await make.employee(org, { department_id: north.id, last_name: 'Аннова' }),
    await make.employee(org, { department_id: sales.id, last_name: 'Борисов' }),
    await make.employee(org, { last_name: 'Верова' }),
    await make.employee(org, { last_name: 'Галина' }),
  ];
  const old = await history.campaign(org, { ago: 200 });
  const recent = await history.campaign(org, { ago: 5 });
  const testing = await history.campaign(org, { ago: 4, is_testing: true });
  await history.email(org, old, anna, { result: 4 });
  await history.email(org, old, boris, { result: 2 });
  await history.email(org, recent, anna, { result: 2 });
  await history.email(org, recent, boris, { result: 1 });
  await history.email(org, recent, vera, { result: 0, reported: true });
  await history.email(org, testing, galina, { result: 4 });
  await refresh(org);
  return { org, administrator, sales, north, anna, boris, vera, galina };
};

test('the people behind each step of the period are those whose emails the funnel counts', async () => {
  const { org, administrator, anna, boris, vera } = await office();
  const idsOf = async (of: BehindNumber, days_period: number) =>
    (await call('statistics.people-ids', administrator, { id: org.id, of, days_period })).data.toSorted();
  const expected = {
    sent: [anna, boris, vera],
    opened: [anna, boris],
    clicked: [anna],
    opened_attachment: [],
    entered_data: [],
    reported: [vera],
  } as const;
  const { groups } = await call('statistics.phishing', administrator, { id: org.id, days_period: 90 });
  for (const [step, people] of Object.entries(expected)) {
    expect(await idsOf(step as 'sent', 90), step).toEqual(people.map((one) => one.id).toSorted());
    expect(groups[step as 'sent'].value, step).toBe(people.length);
  }
  expect(await idsOf('clicked', 365)).toEqual([anna.id, boris.id].toSorted());
  expect(await idsOf('entered_data', 365)).toEqual([anna.id]);
  const listed = await call('statistics.people-behind', administrator, { id: org.id, of: 'clicked' });
  expect(listed).toMatchObject({
    total_count: 1,
    data: [{ id: anna.id, department: 'Север', caught: null, emails: null }],
  });
});

test('a risk group lists the people that it counts', async () => {
  const { org, administrator } = await office();
  const groups = await call('statistics.risk-groups', administrator, { id: org.id });
  for (const { name, count } of groups.data)
    expect((await call('statistics.people-behind', administrator, { id: org.id, of: name })).total_count, name).toBe(
      count,
    );
});

test('repeat clickers are people caught by two or more of the last emails they got', async () => {
  const { org, administrator, anna } = await office();
  expect(await call('statistics.repeat-clickers', administrator, { id: org.id })).toEqual({
    last: 5,
    people: 2,
    repeated: 1,
    groups: [{ times: 2, count: 1 }],
  });
  const { data } = await call('statistics.people-behind', administrator, { id: org.id, of: 'repeat' });
  expect(data).toMatchObject([{ id: anna.id, caught: 2, emails: 2 }]);
  for (const ago of [4, 3, 2]) await history.email(org, await history.campaign(org, { ago }), anna);
  await refresh(org);
  expect(await call('statistics.repeat-clickers', administrator, { id: org.id, last: 3 })).toMatchObject({
    repeated: 0,
  });
  expect(await call('statistics.repeat-clickers', administrator, { id: org.id, last: 5 })).toMatchObject({
    repeated: 1,
  });
});

test('the heat map counts people of a department with its descendants, and a cell lists them', async () => {
  const { org, administrator, sales, anna, boris } = await office();
  await inOrganization(org.id, 'write', storeDailyPoints);
  const { months, data, total_count } = await call('statistics.heat-map', administrator, { id: org.id });
  expect(months).toHaveLength(12);
  expect(total_count).toBe(3);
  const row = data.find((one) => one.id === sales.id)!;
  expect(row.people).toBe(2);
  const at = months.indexOf(monthAgo(5));
  expect(row.cells[at]).toMatchObject({ mailed: 2, caught: 1 });
  expect(row.cells.at(-1)!.risk_level).toBe(row.risk_level);
  const before = months.indexOf(monthAgo(200));
  expect(row.cells[before]).toEqual({ mailed: 2, caught: 2, risk_level: null });
  const listOf = (month: string) =>
    call('statistics.people-behind', administrator, {
      id: org.id,
      of: 'department_month',
      department_id: sales.id,
      month,
    });
  expect((await listOf(months[at]!)).data.map((one) => one.id)).toEqual([anna.id]);
  expect((await listOf(months[before]!)).data.map((one) => one.id).toSorted()).toEqual([anna.id, boris.id].toSorted());
});

test('newcomers are compared by the parts of their first 90 days, without the first staff', async () => {
  const months_mailed = new Set([95, 50, 5].map(monthAgo)).size;
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [settled, fresh, quiet] = [await make.employee(org), await make.employee(org), await make.employee(org)];
  await openedAgo(org, 500);
  await joinedAgo(org, administrator, 500);
  await joinedAgo(org, settled, 490);
  await joinedAgo(org, fresh, 100);
  await joinedAgo(org, quiet, 20);
  for (const [ago, result] of [
    [95, 4],
    [50, 0],
    [5, 2],
  ] as const) {
    const campaign = await history.campaign(org, { ago });
    await history.email(org, campaign, fresh, { result });
    await history.email(org, campaign, settled);
  }
  await history.course(org, [[fresh, 100]]);
  await refresh(org);
  expect(await call('statistics.newcomers', administrator, { id: org.id })).toEqual({
    people: 2,
    parts: [
      { from_day: 1, to_day: 30, mailed: 1, caught: 1 },
      { from_day: 31, to_day: 60, mailed: 1, caught: 0 },
      { from_day: 61, to_day: 90, mailed: 0, caught: 0 },
    ],
    first_days: { mailed: 1, caught: 1 },
    others: { mailed: months_mailed, caught: 0 },
    finished_course: 1,
    without_course: 1,
  });
  const listed = await call('statistics.people-behind', administrator, { id: org.id, of: 'newcomers', part: 0 });
  expect(listed.data.map((one) => one.id)).toEqual([fresh.id]);
});

test('a course is judged by the last email before and the first one after, of at least 30 people', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const people = [];
  for (let i = 0; i < 31; i++) people.push(await make.employee(org));
  const [early, before, next, later] = [
    await history.campaign(org, { ago: 60 }),
    await history.campaign(org, { ago: 30 }),
    await history.campaign(org, { ago: 5 }),
    await history.campaign(org, { ago: 2 }),
  ];
  // The course was finished nine days ago (`history.course`).
  const course = await history.course(
    org,
    people.map((one) => [one, 100] as const),
  );
  for (const [i, person] of people.entries()) {
    await history.email(org, early, person, { result: 0 });
    await history.email(org, before, person, { result: i < 10 ? 2 : 0 });
    if (i < 30) await history.email(org, next, person, { result: i === 0 ? 4 : 0 });
    await history.email(org, later, person, { result: i === 30 ? 0 : 2 });
  }
  const effects = () => call('statistics.course-effects', administrator, { id: org.id });
  expect(await effects()).toMatchObject({ computed_on: null, data: [] });
  await inOrganization(org.id, 'write', refreshCourseEffects);
  const counts = { finished: 31, people: 31, caught_before: 10, caught_after: 1, only_before: 9, only_after: 0 };
  expect((await effects()).data).toMatchObject([{ id: course.id, ...counts, verdict: 'better' }]);
  const caught = () =>
    call('statistics.people-behind', administrator, { id: org.id, of: 'course_caught', course_id: course.id });
  expect(await caught()).toMatchObject({ total_count: 1, data: [{ id: people[0]!.id }] });
  // People who got the course for a result were just caught: they would do better afterwards without it as well.
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('assignments').set({ source: 'campaign' }).where('id', '=', course.assignment_id).execute(),
  );
  await inOrganization(org.id, 'write', refreshCourseEffects);
  expect((await effects()).data).toMatchObject([{ finished: 31, people: 0, caught_before: 0, verdict: 'few' }]);
  // A tag of a risk group assigns a course for a result, other tags do not; a deleted action is treated as the former.
  const tags = (await call('tags.list', administrator, {})).data;
  const actionOf = async (type: string): Promise<string> => {
    const tag_id = tags.find((one) => one.type === type)!.id;
    return (await call('automation.add-message', administrator, { tag_id, theme: 'Курс', text: 'Текст', defer_by: 0 }))
      .id;
  };
  const cases = [
    [await actionOf('newbie'), 31],
    [await actionOf('risk_group'), 0],
    [null, 0],
  ] as const;
  for (const [tag_action_id, counted] of cases) {
    await inOrganization(org.id, 'write', async (tx) => {
      await tx
        .updateTable('assignments')
        .set({ source: 'tag', tag_action_id })
        .where('id', '=', course.assignment_id)
        .execute();
      await refreshCourseEffects(tx);
    });
    expect((await effects()).data).toMatchObject([{ finished: 31, people: counted }]);
  }
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('assignments').set({ source: 'manual' }).where('id', '=', course.assignment_id).execute(),
  );
  await call('employees.remove-many', administrator, {
    ids: { include_ids: [people[5]!.id, people[6]!.id], exclude_ids: [] },
  });
  await inOrganization(org.id, 'write', refreshCourseEffects);
  await inOrganization(org.id, 'write', refreshCourseEffects);
  expect((await effects()).data).toMatchObject([{ people: 29, verdict: 'few' }]);
});

test('the method of the risk shows people by parts of their level, and an example with every email and course', async () => {
  const { org, administrator, anna, galina } = await office();
  await history.course(org, [[anna, 40]], { days: 5 });
  await refresh(org);
  const found = await call('statistics.risk-method', administrator, { id: org.id });
  expect(found).toMatchObject({
    people: 5,
    people_with_level: 3,
    both: { people: 1, learning_progress: 40 },
    phishing_only: { people: 2 },
    learning_only: { people: 0, risk_level: null },
    none: 2,
  });
  // The typical person, whom nobody chose, is not named.
  expect(found.example).toMatchObject({ id: null, full_name: null, courses: [{ progress: 40 }] });
  expect(found.example!.emails.map((one) => one.title)).toEqual([null, null]);
  const { emails, phishing_indicator } = found.example!;
  const weights = emails.reduce((sum, one) => sum + one.weight, 0);
  expect(emails.reduce((sum, one) => sum + one.weight * one.points, 0) / weights).toBeCloseTo(phishing_indicator!, 0);
  const chosen = await call('statistics.risk-method', administrator, { id: org.id, employee_id: anna.id });
  expect(chosen.example).toMatchObject({ id: anna.id, emails: [{ title: 'Обновление пароля' }, {}] });
  const other = await call('statistics.risk-method', administrator, { id: org.id, employee_id: galina.id });
  expect(other.example).toMatchObject({ id: galina.id, risk_level: null, emails: [], courses: [] });
});

test('an organisation without people or history answers with empty lists, and foreign ids are not found', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id } = org;
  expect(await call('statistics.repeat-clickers', administrator, { id })).toMatchObject({
    people: 0,
    repeated: 0,
    groups: [],
  });
  expect(await call('statistics.newcomers', administrator, { id })).toMatchObject({ people: 0, others: { mailed: 0 } });
  expect((await call('statistics.risk-method', administrator, { id })).example).toBeNull();
  const map = await call('statistics.heat-map', administrator, { id });
  expect(map.data.every((row) => row.cells.every((cell) => cell.mailed === 0))).toBe(true);
  const foreign = await office();
  const people = (input: object) =>
    call('statistics.people-behind', administrator, { id, ...input } as Parameters<
      typeof call<'statistics.people-behind'>
    >[2]);
  await expect(
    people({ of: 'department_month', department_id: foreign.sales.id, month: '2026-11' }),
  ).rejects.toMatchObject({ code: 'department.not_found' });
  await expect(people({ of: 'course_caught', course_id: foreign.sales.id })).rejects.toMatchObject({
    code: 'course.not_found',
  });
  await expect(
    call('statistics.risk-method', administrator, { id, employee_id: foreign.anna.id }),
  ).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(people({ of: 'department_month' })).rejects.toThrow();
  await expect(people({ of: 'clicked', id: foreign.org.id })).rejects.toMatchObject({ code: 'organization.not_found' });
});

test('a parent reads the analysis of a child organisation', async () => {
  const { org, anna } = await office();
  const chief = await make.operator(await make.organization());
  const parent = { ...chief, readable: [chief.organization_id, org.id] };
  const { data } = await call('statistics.people-behind', parent, { id: org.id, of: 'clicked' });
  expect(data.map((one) => one.id)).toEqual([anna.id]);
  expect(await call('statistics.repeat-clickers', parent, { id: org.id })).toMatchObject({ repeated: 1 });
  expect((await call('statistics.heat-map', parent, { id: org.id })).total_count).toBe(3);
});
