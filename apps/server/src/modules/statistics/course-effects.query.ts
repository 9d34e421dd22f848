import { CAUGHT_RESULT } from '@sergak/contract/statistics/insights.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { emailAfter, emailBefore, finishedCourses } from './course-effects.repo.ts';

export type EffectRow = {
  id: string;
  title: string;
  finished: number;
  people: number;
  caught_before: number;
  caught_after: number;
  only_before: number;
  only_after: number;
  computed_at: string;
};

const stored = (tx: Tx) =>
  tx
    .selectFrom('course_effects as f')
    .innerJoin('courses as c', 'c.id', 'f.course_id')
    .select(['c.id', 'c.title', 'f.finished', 'f.people', 'f.caught_before', 'f.caught_after'])
    .select(['f.only_before', 'f.only_after', 'f.computed_at']);

/** Courses with the most people compared first. */
export const effectRows = async (tx: Tx, o: { limit: number; offset: number }) => {
  const data: EffectRow[] = await stored(tx)
    .orderBy('f.people', 'desc')
    .orderBy('f.finished', 'desc')
    .orderBy('c.id')
    .limit(o.limit)
    .offset(o.offset)
    .execute();
  const { n } = await tx
    .selectFrom('course_effects')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { data, total_count: n };
};

export const findEffect = (tx: Tx, courseId: string): Promise<EffectRow | undefined> =>
  stored(tx).where('c.id', '=', courseId).executeTakeFirst();

/** Whether person `e` finished the course and was caught by the first email after it, as counted at `computedAt`. */
export const caughtAfter = (courseId: string, computedAt: string): RawBuilder<boolean> => sql<boolean>`e.id in (
  select d.employee_id from (${finishedCourses(sql`${computedAt}::timestamptz`, courseId)}) d
    cross join lateral (${emailBefore}) b cross join lateral (${emailAfter(sql`${computedAt}::timestamptz`)}) f
  where f.result >= ${CAUGHT_RESULT})`;
