import { isBehind, learnerStateOn } from '@sergak/contract/learning/behind.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { countedCourses, explainRisk, riskOf } from '@sergak/contract/statistics/risk.rules.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call, inOrganization, queued, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as learning from '../../../test/make/learning.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, dayIn, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { learnerStateOn as stateInSql } from '../directory/public.ts';
import { organizationParts } from './levels.query.ts';
import { personCourseFacts } from './person.query.ts';
import { findStatisticsOrganization } from './period.query.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';

const PEOPLE = 6;
const COURSES = 3;
/** Days relative to today, often at a border of the rules. */
const day = (...borders: readonly number[]) =>
  fc.oneof(...borders.map((at) => fc.integer({ min: at - 2, max: at + 2 })), fc.integer({ min: -500, max: 60 }));
const assignment = fc.record({
  course: fc.nat(COURSES - 1),
  status: fc.constantFrom('planned', 'active', 'active', 'active', 'completed'),
  paused: fc.nat(4).map((n) => n === 0),
  deadline: day(0, -365, 10),
  days: fc.oneof(fc.nat(3), fc.nat(40)),
  completed: fc.option(day(0, -365)),
  progress: fc.oneof(
    fc.constantFrom(0, 49.99, 50),
    fc.nat(9_999).map((n) => n / 100),
  ),
  started: fc.boolean(),
});
const simulation = fc.record({
  result: fc.constantFrom(0, 1, 2, 3, 4),
  reported: fc.boolean(),
  ago: fc.nat(900),
  state: fc.constantFrom('sent', 'sent', 'failed'),
  is_testing: fc.nat(3).map((n) => n === 0),
});
const life = fc.record({
  assignments: fc.array(assignment, { maxLength: 5 }),
  simulations: fc.array(simulation, { maxLength: 2 }),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;

/** The assignments of a person, the latest assigned last, as the rules of the contract see them. */
const termsOf = ({ assignments }: Life, today: string) =>
  assignments.map((one, n) => {
    const deadline = addDays(today, one.deadline);
    const completed = one.completed !== null && one.completed <= 0;
    return {
      key: String(n),
      course_id: String(one.course),
      status: one.status as 'planned' | 'active' | 'completed',
      paused: one.paused,
      start_date: addDays(deadline, -one.days),
      deadline,
      assigned_at: iso(after(now(), (n - 600) * DAY)),
      started: one.started,
      completed,
      completed_on: completed ? addDays(today, one.completed!) : null,
      progress: completed ? 100 : one.progress,
    };
  });

const insertLearner = async (
  tx: Tx,
  employee_id: string,
  course: Awaited<ReturnType<typeof courseOf>>,
  term: ReturnType<typeof termsOf>[number],
) => {
  const dates = { start_date: term.start_date, deadline: term.deadline };
  const { id } = await tx
    .insertInto('assignments')
    .values({ course_id: course.id, course_version_id: course.version, title: 'Курс', status: term.status, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('learners')
    .values({
      assignment_id: id,
      employee_id,
      ...dates,
      assigned_at: term.assigned_at,
      steps_total: 10,
      progress: term.progress,
      paused: term.paused,
      started_at: term.started ? term.assigned_at : null,
      completed_at: term.completed_on && `${term.completed_on}T00:30:00+05:00`,
    })
    .execute();
};

const courseOf = async (tx: Tx) => {
  const { id } = await tx
    .insertInto('courses')
    .values({ title: 'Курс', published_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: version } = await tx
    .insertInto('course_versions')
    .values({ course_id: id, number: 1, content: '{}', steps_total: 10 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, version };
};

const readPerson = (tx: Tx, id: string, today: string) =>
  tx
    .selectFrom('employees')
    .select(['risk_level', 'phishing_indicator', 'learning_progress'])
    .select(sql<boolean>`behind_from <= ${today}::date`.as('behind'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const readStates = async (tx: Tx, id: string, today: string): Promise<string[]> =>
  (
    await sql<{ state: string }>`
      select ${stateInSql(today)} as state from learners l join assignments a on a.id = l.assignment_id
      where l.employee_id = ${id} order by l.assigned_at`.execute(tx)
  ).rows.map((row) => row.state);

test('SQL and the contract agree on level, progress, «behind» and states for any assignments and simulations', async () => {
  const org = await make.organization();
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => make.employee(org)));
  const campaigns: history.TestCampaign[] = [];
  for (const is_testing of [false, true, false, true])
    campaigns.push(await history.campaign(org, { ago: 900, is_testing }));
  const moment = now();
  const today = dayIn(moment, 'Asia/Tashkent');
  const courses = await inOrganization(org.id, 'write', (tx) =>
    Promise.all(Array.from({ length: COURSES }, () => courseOf(tx))),
  );
  const seen = { levels: 0, none: 0, behind: 0 };
  const compare = async (lives: readonly Life[]) => {
    await inOrganization(org.id, 'write', async (tx) => {
      await sql`delete from campaign_recipients`.execute(tx);
      await sql`delete from assignments`.execute(tx);
      for (const [n, one] of lives.entries())
        for (const term of termsOf(one, today))
          await insertLearner(tx, people[n]!.id, courses[Number(term.course_id)]!, term);
    });
    for (const [n, { simulations }] of lives.entries())
      for (const [k, { is_testing, state, result, ...fate }] of simulations.entries()) {
        const reached = (state === 'failed' ? 0 : result) as 0;
        await history.email(org, campaigns[2 * k + Number(is_testing)]!, people[n]!, {
          ...fate,
          state: state as 'sent',
          result: reached,
        });
      }
    await inOrganization(org.id, 'write', async (tx) => {
      await refreshPeople(tx, null);
      const organization = await findStatisticsOrganization(tx);
      let [total, rated] = [0, 0];
      for (const [n, one] of lives.entries()) {
        const terms = termsOf(one, today);
        const counted = countedCourses(terms, today);
        const emails = one.simulations
          .filter(({ is_testing, state }) => !is_testing && state === 'sent')
          .map(({ result, reported, ago }) => ({ key: 'x', result, reported, age_days: ago }));
        const behind = terms.some((term) => isBehind(term, today));
        const id = people[n]!.id;
        const expected = riskOf(emails, counted);
        expect(await readPerson(tx, id, today), JSON.stringify(one)).toEqual({ ...expected, behind });
        expect(await readStates(tx, id, today)).toEqual(terms.map((term) => learnerStateOn(term, today)));
        const facts = await personCourseFacts(tx, organization, id);
        const progressesOf = (found: readonly { progress: number }[]) =>
          found.map((one) => one.progress).sort((a, b) => a - b);
        expect(progressesOf(facts)).toEqual(progressesOf(counted));
        if (expected.risk_level === null) seen.none += 1;
        else {
          [total, rated] = [
            total + explainRisk(emails, counted).reduce((sum, part) => sum + part.points, 0),
            rated + 1,
          ];
          seen.levels += 1;
        }
        if (behind) seen.behind += 1;
      }
      const parts = await organizationParts(tx, organization);
      expect(parts.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(rated === 0 ? 0 : total / rated, 6);
    });
  };
  await atTime(moment, () =>
    fc.assert(fc.asyncProperty(fc.array(life, { minLength: PEOPLE, maxLength: PEOPLE }), compare), { numRuns: 12 }),
  );
  expect(Math.min(seen.levels, seen.none, seen.behind), JSON.stringify(seen)).toBeGreaterThan(0);
}, 60_000);

test('a passed deadline changes level, «behind» and risk tag by the daily job alone', async () => {
  const org = await make.organization();
  const person = await make.employee(org);
  await history.course(org, [[person, 40]], { ago: 30, days: 30 });
  const daily = () => inOrganization(org.id, 'write', storeDailyPoints);
  const figures = (today: string) => inOrganization(org.id, 'write', (tx) => readPerson(tx, person.id, today));
  const today = dayIn(now(), 'Asia/Tashkent');
  await daily();
  expect(await figures(today)).toMatchObject({ risk_level: null, learning_progress: null, behind: false });
  await atTime(after(now(), DAY), async () => {
    await daily();
    expect(await figures(addDays(today, 1))).toMatchObject({ risk_level: 6, learning_progress: 40, behind: true });
    expect((await queued('tags.refresh-membership', org.id)).flatMap((job) => job.employee_ids)).toEqual([person.id]);
  });
});

test('a newcomer with a course due in a month has no level, is not behind, and joins no risk tag with a second course', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [first, second] = [await learning.course(org), await learning.course(org)];
  const tags = (await call('tags.list', administrator, {})).data.filter((tag) => tag.type === 'risk_group');
  expect(tags).toHaveLength(3);
  const person = await make.employee(org);
  await call('learning.assign', administrator, {
    course_id: first.id,
    selection: { ids: { include_ids: [person.id] } },
    need_message: false,
  });
  for (const days of [0, 2]) {
    await atTime(after(now(), days * DAY), async () => {
      await inOrganization(org.id, 'write', storeDailyPoints);
      await runJobs('statistics.refresh-people', org.id);
      await runJobs('tags.refresh-membership', org.id);
      const { data } = await call('employees.list', administrator, { search: person.email });
      expect(data[0]!.statistics).toEqual({ risk_level: null, phishing_indicator: null, learning_progress: null });
      expect(data[0]!.tags.filter((tag) => tags.some((risk) => risk.id === tag.id))).toEqual([]);
      expect((await call('employees.list', administrator, { learning: ['BEHIND'] })).data).toEqual([]);
      const level = await call('statistics.current-risk-level', administrator, { id: org.id, explain: true });
      expect(level).toMatchObject({ value: null, people_with_level: 0, explanation: [] });
      expect(await call('statistics.user-risk-level', administrator, { id: person.id })).toMatchObject({
        value: null,
        points: [],
      });
    });
  }
  expect((await call('learning.assignments', administrator, {})).data.map((row) => row.course.id)).toEqual([first.id]);
  expect(second.id).not.toBe(first.id);
});

test('after a change of the rules, levels are not compared across it, and people who change their risk tag get no actions', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const person = await make.employee(org);
  await history.course(org, [[person, 10]], { ago: 40, days: 30 });
  const today = dayIn(now(), 'Asia/Tashkent');
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level)
     select $1::text::uuid, $2::date - 30, scope, id::uuid, 4 from (values ('organization', $1::text), ('employee', $3::text)) p(scope, id)`,
    [org.id, today, person.id],
  );
  const changes = async () => [
    (await call('statistics.risk-levels', administrator, { id: org.id })).change,
    (await call('statistics.user-risk-level', administrator, { id: person.id })).change,
  ];
  const daily = () => inOrganization(org.id, 'write', storeDailyPoints);
  await stored('update organizations set risk_rule_since = $2 where id = $1', [org.id, today]);
  await daily();
  expect((await queued('tags.refresh-membership', org.id)).map((job) => job.onboarding)).toEqual([false]);
  await runJobs('tags.refresh-membership', org.id);
  const members = await stored<{ onboarding: boolean }>(
    `select m.onboarding from tag_employees m join tags t on t.id = m.tag_id where m.employee_id = $1 and t.type = 'risk_group'`,
    [person.id],
  );
  expect(members).toEqual([{ onboarding: false }]);
  expect(await changes()).toEqual([null, null]);
  const line = await call('statistics.risk-levels', administrator, { id: org.id });
  expect(line).toMatchObject({ rule_since: today, points: [{ value: 4 }, { value: 9 }] });
  await stored('update organizations set risk_rule_since = null where id = $1', [org.id]);
  expect(await changes()).toEqual([5, 5]);
});
