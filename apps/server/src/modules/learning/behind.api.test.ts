import { addDays, isBehind } from '@sergak/contract/learning/learning.rules.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call, inOrganization } from '../../../test/app.ts';
import * as learningOf from '../../../test/make/learning.ts';
import * as make from '../../../test/make/index.ts';
import { behind } from '../statistics/people.query.ts';
import { stateOn } from './learning.query.ts';

const FIRST_DAY = '2026-11-01';
const LEARNERS = 30;

/** Completed shares of a course, often close to the elapsed share of the period, where `isBehind` changes. */
const progressOf = (days: number) =>
  fc.oneof(
    fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 40 })).map(([done, all]) => Math.min(1, done / all)),
    fc.nat(100).map((percent) => percent / 100),
    fc.nat(days + 1).map((elapsed) => elapsed / (days + 1)),
  );

/** A learner's period, progress and day of the question, often within the period. */
const situation = fc.tuple(fc.nat(20), fc.oneof(fc.nat(12), fc.nat(400))).chain(([start, days]) =>
  fc.record({
    start: fc.constant(start),
    days: fc.constant(days),
    progress: progressOf(days),
    paused: fc.nat(4).map((n) => n === 0),
    day: fc.oneof(
      fc.nat(450),
      fc.nat(days + 2).map((after) => start + after),
    ),
  }),
);

test('the contract, the lists of a course, the statistics and `behind_from` agree on which learners are behind', async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const course = await learningOf.course(org);
  const people: string[] = [];
  for (let n = 0; n < LEARNERS; n++) people.push((await make.employee(org)).id);
  await call('learning.assign', officer, { course_id: course.id, users_ids: people, need_message: false });
  const several = fc.array(situation, { minLength: LEARNERS, maxLength: LEARNERS });
  await fc.assert(
    fc.asyncProperty(several, (situations) =>
      inOrganization(org.id, 'write', async (tx) => {
        for (const [n, one] of situations.entries()) {
          const start_date = addDays(FIRST_DAY, one.start);
          const progress = Math.round(one.progress * 10_000) / 100;
          const changes = {
            start_date,
            deadline: addDays(start_date, one.days),
            progress,
            paused: one.paused,
            completed_at: progress === 100 ? `${FIRST_DAY}T00:00:00Z` : null,
          };
          await tx.updateTable('learners').set(changes).where('employee_id', '=', people[n]!).execute();
          const day = addDays(FIRST_DAY, one.day);
          const row = await tx
            .selectFrom('learners as l')
            .innerJoin('assignments as a', 'a.id', 'l.assignment_id')
            .select(sql<boolean>`coalesce(l.behind_from <= ${day}::date, false)`.as('column'))
            .select(stateOn(day).as('state'))
            .select(sql<boolean>`coalesce(${behind(day)}, false)`.as('statistics'))
            .where('l.employee_id', '=', people[n]!)
            .executeTakeFirstOrThrow();
          const expected = isBehind(changes, day);
          const verdicts = { column: row.column, query: row.state === 'behind', statistics: row.statistics };
          expect(verdicts, JSON.stringify({ ...changes, day })).toEqual({
            column: expected,
            query: expected,
            statistics: expected,
          });
        }
      }),
    ),
    { numRuns: 20 },
  );
});
