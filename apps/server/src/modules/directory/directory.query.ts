import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** These departments with all descendants. Unknown ids are ignored. */
export const departmentsWithin = (tx: Tx, ids: readonly string[]) =>
  tx
    .withRecursive('within', (db) =>
      db
        .selectFrom('departments')
        .select(['id'])
        .where('id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
        .union(db.selectFrom('departments as d').innerJoin('within as w', 'w.id', 'd.parent_id').select(['d.id'])),
    )
    .selectFrom('within')
    .select('id');

/** The number of ids that belong to no person of the organisation, removed or not. */
export const countForeignIds = async (tx: Tx, ids: readonly string[]): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from unnest(${ids}::uuid[]) as wanted(id)
      where not exists (select from employees e where e.id = wanted.id)`.execute(tx)
  ).rows[0]!.n;

/** Whether `employees e` is a member of this tag. */
export const inTag = (tagId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = ${tagId})`;

/** Whether `employees e` has an unfinished copy of this course in an assignment that is not completed. */
export const hasCourse = (courseId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from learners x join assignments y on y.id = x.assignment_id
  where x.employee_id = e.id and y.course_id = ${courseId} and y.status <> 'completed' and x.completed_at is null)`;
