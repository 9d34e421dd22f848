import fc from 'fast-check';
import { courseProgresses, learningStates, phishingEvents } from '@sergak/contract/employees/employees.limits.ts';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type { EmployeeFilter } from '@sergak/contract/employees/people-selection.schema.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findEmployeePage } from '../employees/employees.query.ts';
import { inOrganization } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { refreshPeople } from '../statistics/public.ts';
import { selectedIds } from './public.ts';

const ZONE = 'Asia/Tashkent';
/** Stands for a result where the email was not sent. */
const UNSENT = -1;
type Course = { id: string; ago: number; days: number; active: boolean; progress: (i: number) => number | null };
type Emails = { id: string; test: boolean; result: (i: number) => number | null };

/** 24 people with tags, levels, courses and emails by number, the same facts for `isSelected`, and a removed person. */
const organization = async () => {
  const org = await make.organization();
  const head = await make.department(org, 'Дирекция');
  const inner = await make.department(org, 'Финансы', head.id);
  const tag = await make.tag(org);
  const people: Awaited<ReturnType<typeof make.employee>>[] = [];
  for (let i = 0; i < 24; i++)
    people.push(
      await make.employee(org, {
        last_name: i % 2 === 0 ? 'Каримова' : 'Юсупова',
        first_name: `Анна${i}`,
        role: i % 5 === 0 ? 'content_manager' : 'employee',
        ...(i % 3 === 0 ? {} : { department_id: i % 3 === 1 ? head.id : inner.id }),
      }),
    );
  const gone = await make.employee(org, { last_name: 'Каримова', first_name: 'Ушедшая', department_id: head.id });
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    for (const [i, one] of people.entries()) {
      if (i % 4 > 0)
        await tx
          .updateTable('employees')
          .set({ risk_level: (i % 21) / 2 })
          .where('id', '=', one.id)
          .execute();
      if (i % 7 < 2) await tx.insertInto('tag_employees').values({ tag_id: tag.id, employee_id: one.id }).execute();
    }
    await tx.insertInto('tag_employees').values({ tag_id: tag.id, employee_id: gone.id }).execute();
  });
  const steps = [0, 33.33, 33.34, 49.99, 50, 80, 100, null];
  const plans = [
    { ago: 10, days: 30, active: true, progress: (i: number) => (i % 8 === 7 ? null : steps[i % 8]!) },
    { ago: 10, days: 20, active: true, progress: (i: number) => steps[(i + Math.floor(i / 8)) % 8]! },
    { ago: 9, days: 4, active: true, progress: (i: number) => (i % 6 === 0 ? 80 : i % 6 === 1 ? 100 : null) },
    { ago: 30, days: 3, active: false, progress: (i: number) => (i % 5 === 0 ? 50 : null) },
    { ago: 0, days: 0, active: true, progress: (i: number) => (i % 9 === 0 ? 0 : null) },
  ];
  const courses: Course[] = [];
  for (const plan of plans) {
    const learners = people.flatMap((one, i) => {
      const progress = i === 23 ? null : plan.progress(i);
      return progress === null ? [] : [[one, progress] as const];
    });
    const made = await history.course(org, [...learners, [gone, 40]], { ago: plan.ago, days: plan.days });
    if (!plan.active)
      await inOrganization(org.id, 'write', (tx) =>
        tx.updateTable('assignments').set({ status: 'completed' }).where('id', '=', made.assignment_id).execute(),
      );
    courses.push({ id: made.id, ...plan, progress: (i) => (i === 23 ? null : plan.progress(i)) });
  }
  const emails: Emails[] = [];
  for (const [n, is_testing] of [false, false, true].entries()) {
    const campaign = await history.campaign(org, { is_testing });
    const result = (i: number) => ((i + n) % 7 === 5 ? null : (i + n) % 7 === 6 ? UNSENT : (i + n) % 7);
    for (const [i, one] of people.entries())
      if (result(i) === UNSENT) await history.email(org, campaign, one, { state: 'failed' });
      else if (result(i) !== null) await history.email(org, campaign, one, { result: result(i) as 0 });
    await history.email(org, campaign, gone, { result: 4 });
    emails.push({ id: campaign.id, test: is_testing, result });
  }
  await keepFacts(org.id);
  return { org, head, inner, tag, people, courses, emails };
};
/** Writes the figures that the statistics store, and restores the risk levels that the organisation sets. */
const keepFacts = (org: string) =>
  inOrganization(org, 'write', async (tx) => {
    const levels = await tx.selectFrom('employees').select(['id', 'risk_level']).execute();
    await refreshPeople(tx, null);
    for (const { id, risk_level } of levels)
      await tx.updateTable('employees').set({ risk_level }).where('id', '=', id).execute();
  });
type Organization = Awaited<ReturnType<typeof organization>>;

const isBehind = (progress: number, course: Course) => course.active && progress < 100 && course.ago > course.days;

const had = {
  sent: [0],
  opened: [1, 2, 3, 4],
  clicked: [2, 4],
  opened_attachment: [3],
  entered_data: [4],
  unknown: [UNSENT],
};
const stateOf = (progress: number) => (progress === 100 ? 'COMPLETED' : progress > 0 ? 'NOT_COMPLETED' : 'NOT_START');

/** Whether a filter selects person `i`, in the words of the specification. */
const isSelected = (h: Organization, i: number, f: EmployeeFilter): boolean => {
  const learns = h.courses.flatMap((course) => {
    const progress = course.progress(i);
    return progress === null ? [] : [{ course, progress }];
  });
  const words = f.search.toLowerCase().split(' ').filter(Boolean);
  const name = `${i % 2 === 0 ? 'каримова' : 'юсупова'} анна${i} @`;
  const level = i % 4 > 0 ? Math.floor((i % 21) / 2) : null;
  const role = i % 5 === 0 ? 'content_manager' : 'employee';
  const states = f.courseProgress.filter((one) => one !== 'WITHOUT_COURSE');
  const ofCourses = learns.filter((one) => f.courses.length === 0 || f.courses.includes(one.course.id));
  const asked = f.courses.length > 0 || f.courseProgress.length > 0;
  const inCourse =
    f.courseProgress.length === 0
      ? ofCourses.length > 0
      : ofCourses.some((one) => states.includes(stateOf(one.progress)));
  const without = f.courseProgress.includes('WITHOUT_COURSE') && learns.length === 0;
  const behind = learns.some((one) => isBehind(one.progress, one.course));
  const inside = i % 3 === 2 ? [h.inner.id, h.head.id] : i % 3 === 1 ? [h.head.id] : [];
  return [
    words.every((word) => name.includes(word)),
    (f.riskLevelMin === 0 && f.riskLevelMax === 10) ||
      (level !== null && level >= f.riskLevelMin && level <= f.riskLevelMax),
    f.role.length === 0 || (f.role as string[]).includes(role),
    f.departments.length === 0 || f.departments.some((id) => inside.includes(id)),
    f.tags.length === 0 || i % 7 < 2,
    (f.phishing.length === 0 && f.phishing_events.length === 0) ||
      h.emails.some(
        (one) =>
          (f.phishing.length === 0 ? !one.test : f.phishing.includes(one.id)) &&
          one.result(i) !== null &&
          (f.phishing_events.length === 0 || f.phishing_events.some((event) => had[event].includes(one.result(i)!))),
      ),
    new Set(f.learning).size !== 1 || (f.learning[0] === 'BEHIND') === behind,
    !asked || inCourse || without,
  ].every(Boolean);
};

test('for every combination of filters the list, its count and a selection find exactly the expected people', async () => {
  const h = await organization();
  const some = <T>(values: readonly T[]) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.subarray([...values]) });
  const filters = fc.record({
    // Every address contains «@», so a search for it counts as common and is applied last.
    search: fc.constantFrom('', '', '', '@', 'КАРИМ', 'анна1 юсуп', '100%'),
    departments: some([h.head.id, h.inner.id]),
    phishing_events: some(phishingEvents),
    role: some(['employee', 'content_manager'] as const),
    courses: some(h.courses.map((one) => one.id)),
    courseProgress: some(courseProgresses),
    phishing: some(h.emails.map((one) => one.id)),
    learning: some(learningStates),
    tags: some([h.tag.id]),
    riskLevelMin: fc.constantFrom(0, 0, 0, 3),
    riskLevelMax: fc.constantFrom(10, 10, 10, 7),
  });
  const find = (filter: EmployeeFilter) =>
    inOrganization(h.org.id, 'read', async (tx) => ({
      page: await findEmployeePage(tx, filter, { sort: 'NAME', order: 'asc', limit: 50, offset: 0 }, ZONE),
      second: await findEmployeePage(tx, filter, { sort: 'NAME', order: 'desc', limit: 2, offset: 2 }, ZONE),
      selected: await selectedIds(
        tx,
        { all: true, filter, ids: { include_ids: [], exclude_ids: [h.people[1]!.id] } },
        ZONE,
      ),
    }));
  await fc.assert(
    fc.asyncProperty(filters, async (asked) => {
      const filter: EmployeeFilter = { ...emptyFilter, ...asked };
      const meant = h.people.filter((_, i) => isSelected(h, i, filter)).map((one) => one.id);
      const { page, second, selected } = await find(filter);
      expect(page.data.map((row) => row.id).sort()).toEqual([...meant].sort());
      expect([page.total_count, second.total_count]).toEqual([meant.length, meant.length]);
      expect(second.data.map((row) => row.id)).toEqual(
        page.data
          .map((row) => row.id)
          .reverse()
          .slice(2, 4),
      );
      expect([...selected].sort()).toEqual(meant.filter((id) => id !== h.people[1]!.id).sort());
    }),
    { numRuns: 60 },
  );
});

test('a search that finds more people than are read by ids finds and counts all of them', async () => {
  const org = await make.organization({ usersLimit: 30_000 });
  const head = await make.department(org, 'Дирекция');
  await inOrganization(org.id, 'write', (tx) =>
    sql`insert into employees (department_id, email, last_name)
      select ${head.id}, 'crowd' || case when n % 2 = 0 then '_' else '-' end || n || '@' || ${org.domain}::text, 'Толпа' from generate_series(1, 20050) n`.execute(
      tx,
    ),
  );
  const find = (filter: Partial<EmployeeFilter>, offset = 0) =>
    inOrganization(org.id, 'read', (tx) =>
      findEmployeePage(tx, { ...emptyFilter, ...filter }, { sort: 'NAME', order: 'asc', limit: 20, offset }, ZONE),
    );
  expect((await find({ search: 'crowd' })).total_count).toBe(20_050);
  expect((await find({ search: 'толпа CROWD' }, 20_040)).data).toHaveLength(10);
  expect((await find({ search: 'crowd_' })).total_count).toBe(10_025);
  expect((await find({ search: 'crowd_', departments: [head.id] })).total_count).toBe(10_025);
  expect((await find({ search: 'crowd-77' })).total_count).toBe(56);
  expect((await find({ search: 'crowd', departments: [head.id] })).total_count).toBe(20_050);
  expect(await find({ search: 'crowd', role: ['operator'] })).toEqual({ data: [], total_count: 0 });
});
