import { selectionOfLists } from '@sergak/contract/employees/people-selection.wire.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { departmentsWithin } from './directory.query.ts';
import { readFilter } from './employee-filter.query.ts';
import { countWhere } from './search.query.ts';

type Ids = PeopleSelection['ids'];

const isIn = (ids: readonly string[]) => sql`e.id = any(${ids}::uuid[])`;
const hasTag = (ids: readonly string[]) =>
  sql`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${ids}::uuid[]))`;

/** The conditions on the included people; nobody if no id is given. An empty list adds no condition. */
const included = (tx: Tx, { include_ids, include_departments = [], include_tags = [] }: Ids): RawBuilder<unknown> => {
  const conditions = [
    ...(include_departments.length > 0
      ? [sql`e.department_id in (${departmentsWithin(tx, include_departments)})`]
      : []),
    ...(include_ids.length > 0 ? [isIn(include_ids)] : []),
    ...(include_tags.length > 0 ? [hasTag(include_tags)] : []),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
};

const excluded = ({ exclude_ids, exclude_tags = [] }: Ids): RawBuilder<unknown>[] => [
  ...(exclude_ids.length > 0 ? [sql`not ${isIn(exclude_ids)}`] : []),
  ...(exclude_tags.length > 0 ? [sql`not ${hasTag(exclude_tags)}`] : []),
];

const whereIncluded = (tx: Tx, ids: Ids): RawBuilder<unknown> =>
  sql.join([sql`e.deleted_at is null`, included(tx, ids), ...excluded(ids)], sql` and `);

/** A selection as a condition on `employees e`. Ids of other organisations are ignored. */
export const whereSelected = async (tx: Tx, s: PeopleSelection, timeZone?: string): Promise<RawBuilder<unknown>> =>
  s.all
    ? sql.join([(await readFilter(tx, s.filter, timeZone)).where, ...excluded(s.ids)], sql` and `)
    : whereIncluded(tx, s.ids);

/** Ids of the people that a selection finds, each once. */
export const selectedIds = async (tx: Tx, selection: PeopleSelection, timeZone?: string): Promise<string[]> => {
  const where = await whereSelected(tx, selection, timeZone);
  const { rows } = await sql<{ id: string }>`select e.id from employees e where ${where}`.execute(tx);
  return rows.map((row) => row.id);
};

/** The number of people that a selection finds. */
export const countSelected = async (tx: Tx, selection: PeopleSelection, timeZone?: string): Promise<number> =>
  countWhere(tx, await whereSelected(tx, selection, timeZone));

/** A query for the ids of the people that lists of people and departments select, each id once. */
export const targetIds = (tx: Tx, lists: Parameters<typeof selectionOfLists>[0]): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select e.id from employees e where ${whereIncluded(tx, selectionOfLists(lists).ids)}`;
