import type { KeptEvent } from '@sergak/contract/employees/email-events.rules.ts';
import { bitOfState } from '@sergak/contract/employees/course-states.rules.ts';
import { bitOf } from '@sergak/contract/employees/email-events.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, inOrganization, runJobs, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { refreshPeople } from './public.ts';

type Facts = { email_events: number; emails_sent: number; emails_dangerous: number };
const NONE: Facts = { email_events: 0, emails_sent: 0, emails_dangerous: 0 };
const bits = (...events: KeptEvent[]) => events.reduce((sum, event) => sum | bitOf(event), 0);

const factsOf = async (id: string): Promise<Facts> =>
  (await stored<Facts>('select email_events, emails_sent, emails_dangerous from employees where id = $1', [id]))[0]!;
const refresh = (org: { id: string }, ids: string[] | null = null) =>
  inOrganization(org.id, 'write', (tx) => refreshPeople(tx, ids));

/** Email facts of one person, computed from each email. */
const recounted = async (id: string): Promise<Facts> => {
  const emails = await stored<{ state: string; result: number } & Record<string, unknown>>(
    `select r.* from campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id = $1 and not c.is_testing`,
    [id],
  );
  const facts = { ...NONE };
  for (const one of emails) {
    const happened: KeptEvent[] = [
      ...(one.state === 'sent' && one.result === 0 ? (['sent'] as const) : []),
      ...(one['opened_at'] ? (['opened'] as const) : []),
      ...(one['clicked_at'] ? (['clicked'] as const) : []),
      ...(one['attachment_opened_at'] ? (['opened_attachment'] as const) : []),
      ...(one['entered_at'] ? (['entered_data'] as const) : []),
    ];
    facts.email_events |= bits(...happened);
    if (one.state !== 'sent') continue;
    facts.emails_sent += 1;
    if (happened.includes('entered_data') || happened.includes('opened_attachment')) facts.emails_dangerous += 1;
  }
  return facts;
};

type CourseFacts = { course_states: number; behind_from: string };
const courseFactsOf = async (id: string) =>
  (
    await stored<CourseFacts>('select course_states, behind_from::text as behind_from from employees where id = $1', [
      id,
    ])
  )[0]!;

/** Course facts of one person, computed from each learner row. */
const recountedCourses = async (id: string): Promise<CourseFacts> => {
  const learners = await stored<{ status: string; behind_from: string | null; begun: boolean; done: boolean }>(
    `select a.status, l.behind_from::text as behind_from, l.started_at is not null as begun, l.completed_at is not null as done
     from learners l join assignments a on a.id = l.assignment_id where l.employee_id = $1`,
    [id],
  );
  const states = learners.map((one) => (one.done ? 'COMPLETED' : one.begun ? 'NOT_COMPLETED' : 'NOT_START'));
  const days = learners.flatMap((one) => (one.status === 'active' && one.behind_from ? [one.behind_from] : []));
  return {
    course_states: states.reduce((sum, state) => sum | bitOfState(state), 0),
    behind_from: days.sort()[0] ?? 'infinity',
  };
};

test('email facts of people equal those computed from their emails', async () => {
  const fate = fc.record({
    result: fc.constantFrom(0, 0, 1, 2, 3, 4),
    state: fc.constantFrom('sent', 'sent', 'sent', 'unknown', 'failed', 'queued'),
    ago: fc.integer({ min: 0, max: 900 }),
  });
  const fates = fc.array(fc.option(fate), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(fates, { minLength: 3, maxLength: 3 }), async (lives) => {
      const org = await make.organization();
      const campaigns = [];
      for (const is_testing of [false, false, false, true])
        campaigns.push(await history.campaign(org, { is_testing, ago: 900 }));
      const people = [];
      for (const life of lives) {
        const person = await make.employee(org);
        people.push(person);
        for (const [n, one] of life.entries()) {
          // An email that was not sent has no result.
          const result = one?.state === 'failed' || one?.state === 'queued' ? 0 : one?.result;
          if (one) await history.email(org, campaigns[n]!, person, { ...one, result: result as 0 });
        }
      }
      await refresh(org);
      for (const { id } of people) expect(await factsOf(id)).toEqual(await recounted(id));
    }),
    { numRuns: 15 },
  );
});

test('course facts of people equal those computed from their learner rows', async () => {
  const statuses = ['planned', 'active', 'active', 'completed'] as const;
  const plan = fc.record({ ago: fc.integer({ min: 0, max: 400 }), days: fc.integer({ min: 0, max: 60 }) });
  const progress = fc.option(fc.constantFrom(0, 0, 20, 50, 99.99, 100));
  const lives = fc.array(fc.array(progress, { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 4, maxLength: 4 }), lives, async (plans, progresses) => {
      const org = await make.organization();
      const people = await Promise.all(progresses.map(() => make.employee(org)));
      for (const [n, status] of statuses.entries()) {
        const learners = people.flatMap((one, i) => {
          const done = progresses[i]![n];
          return done == null ? [] : [[one, done] as const];
        });
        const { assignment_id } = await history.course(org, learners, plans[n]);
        await inOrganization(org.id, 'write', (tx) =>
          tx.updateTable('assignments').set({ status }).where('id', '=', assignment_id).execute(),
        );
      }
      await refresh(org);
      for (const { id } of people) expect(await courseFactsOf(id)).toEqual(await recountedCourses(id));
    }),
    { numRuns: 15 },
  );
});

test('test campaigns leave no facts; an email of unknown delivery counts with its result', async () => {
  const org = await make.organization();
  const [tested, lucky, careful] = [await make.employee(org), await make.employee(org), await make.employee(org)];
  await history.email(org, await history.campaign(org, { is_testing: true }), tested, { result: 4 });
  const campaign = await history.campaign(org);
  await history.email(org, campaign, lucky, { result: 4, state: 'unknown' });
  await history.email(org, campaign, careful);
  await refresh(org);
  expect(await factsOf(tested.id)).toEqual(NONE);
  expect(await factsOf(lucky.id)).toEqual({ ...NONE, email_events: bits('opened', 'clicked', 'entered_data') });
  expect(await factsOf(careful.id)).toEqual({ ...NONE, email_events: bits('sent'), emails_sent: 1 });
});

test('deleting a campaign removes its facts and keeps those of others', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const person = await make.employee(org);
  const [kept, deleted] = [await history.campaign(org), await history.campaign(org)];
  await history.email(org, kept, person, { result: 1 });
  await history.email(org, deleted, person, { result: 3 });
  await refresh(org);
  expect(await factsOf(person.id)).toEqual({
    email_events: bits('opened', 'opened_attachment'),
    emails_sent: 2,
    emails_dangerous: 1,
  });
  await call('campaigns.delete', administrator, { id: deleted.id });
  await runJobs('statistics.refresh-people', org.id);
  expect(await factsOf(person.id)).toEqual({ email_events: bits('opened'), emails_sent: 1, emails_dangerous: 0 });
  expect(await factsOf(person.id)).toEqual(await recounted(person.id));
});

test('facts do not change the version, and queue no tag refresh while the level is the same', async () => {
  const org = await make.organization();
  const person = await make.employee(org);
  const version = () => stored<{ version: number }>('select version from employees where id = $1', [person.id]);
  const before = await version();
  await history.email(org, await history.campaign(org), person, { result: 4 });
  expect(await refresh(org, [person.id])).toEqual([person.id]);
  await history.email(org, await history.campaign(org), person, { result: 4 });
  expect(await refresh(org, [person.id])).toEqual([]);
  expect(await factsOf(person.id)).toMatchObject({ emails_sent: 2, emails_dangerous: 2 });
  expect(await version()).toEqual(before);
});

test('the incident risk of a department is that of its current people', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [head, other] = [await make.department(org, 'Дирекция'), await make.department(org, 'Склад')];
  const inner = await make.department(org, 'Касса', head.id);
  const careless = await make.employee(org, { department_id: inner.id });
  const careful = await make.employee(org, { department_id: head.id });
  const campaign = await history.campaign(org);
  await history.email(org, campaign, careless, { result: 4 });
  await history.email(org, campaign, careful, { result: 2 });
  await refresh(org);
  const risks = async () =>
    Object.fromEntries(
      (await call('departments.stat', administrator, {})).data.map((one) => [one.title, one.incident_risk]),
    );
  expect(await risks()).toMatchObject({ Дирекция: 50, Склад: null });
  await call('employees.update', administrator, { id: careless.id, version: 1, department_id: other.id });
  expect(await risks()).toMatchObject({ Дирекция: 0, Склад: 100 });
});
