import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../db-types.ts';
import type { Tx } from '../../platform/db.ts';

/** People named one by one, through departments (with all that lies below them) or tags, less some people and some tags. */
export type Targets = {
  readonly users_ids: readonly string[];
  readonly departments_ids: readonly string[];
  /** Members of these tags. */
  readonly tags_ids?: readonly string[];
  readonly exclude_users_ids?: readonly string[];
  readonly excluded_tags?: readonly string[];
};

/** The departments and everything below them. Unknown ids are simply not there. */
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

/** Ids of the people that `targets` means, each once, as a query to read from or to insert from. */
export const targetIds = (
  tx: Tx,
  targets: Targets,
): SelectQueryBuilder<DB & { e: DB['employees'] }, 'e', { id: string }> => {
  const users = `{${targets.users_ids.join(',')}}`;
  const excluded = `{${(targets.exclude_users_ids ?? []).join(',')}}`;
  const tags = `{${(targets.excluded_tags ?? []).join(',')}}`;
  const members = `{${(targets.tags_ids ?? []).join(',')}}`;
  return tx
    .selectFrom('employees as e')
    .select('e.id')
    .where('e.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        sql<boolean>`e.id = any(${users}::uuid[])`,
        eb('e.department_id', 'in', departmentsWithin(tx, targets.departments_ids)),
        sql<boolean>`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${members}::uuid[]))`,
      ]),
    )
    .where(sql<boolean>`e.id <> all(${excluded}::uuid[])`)
    .where(
      sql<boolean>`not exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${tags}::uuid[]))`,
    ) as never;
};
