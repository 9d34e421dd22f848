import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

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

/** Whether the first email after the course caught person `e`, when it was last compared. */
export const caughtAfter = (courseId: string): RawBuilder<boolean> => sql<boolean>`e.id in (
  select p.employee_id from course_effect_people p where p.course_id = ${courseId})`;
