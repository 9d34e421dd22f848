import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../db-types.ts';
import type { Tx } from '../../platform/db.ts';

/** People selected by id, by department (with all descendants) or by tag, except some people and some tags. */
export type Targets = {
  readonly users_ids: readonly string[];
  readonly departments_ids: readonly string[];
  /** Members of these tags. */
  readonly tags_ids?: readonly string[];
  readonly exclude_users_ids?: readonly string[];
  readonly excluded_tags?: readonly string[];
};

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

/** The targets as conditions on `employees e`. Empty targets add no condition. */
const targetConditions = (tx: Tx, targets: Targets): RawBuilder<boolean>[] => [
  ...(targets.departments_ids.length > 0
    ? [sql<boolean>`e.department_id in (${departmentsWithin(tx, targets.departments_ids)})`]
    : []),
  ...(targets.users_ids.length > 0 ? [sql<boolean>`e.id = any(${targets.users_ids}::uuid[])`] : []),
  ...(targets.tags_ids && targets.tags_ids.length > 0
    ? [
        sql<boolean>`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${targets.tags_ids}::uuid[]))`,
      ]
    : []),
];

/** A query for the ids of the people that `targets` selects, each id once. */
export const targetIds = (
  tx: Tx,
  targets: Targets,
): SelectQueryBuilder<DB & { e: DB['employees'] }, 'e', { id: string }> => {
  const meant = targetConditions(tx, targets);
  let query = tx
    .selectFrom('employees as e')
    .select('e.id')
    .where('e.deleted_at', 'is', null)
    .where(meant.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(meant, sql` or `)})`);
  if (targets.exclude_users_ids && targets.exclude_users_ids.length > 0)
    query = query.where(sql<boolean>`e.id <> all(${targets.exclude_users_ids}::uuid[])`);
  if (targets.excluded_tags && targets.excluded_tags.length > 0)
    query = query.where(
      sql<boolean>`not exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${targets.excluded_tags}::uuid[]))`,
    );
  return query;
};
