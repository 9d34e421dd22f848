import type { Role } from '@sergak/contract/access/roles.ts';
import { REMOVED_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import type { FormerHolder } from '@sergak/contract/employees/employees.schema.ts';
import type { RemovalGroup, RemovedPerson } from '@sergak/contract/employees/removed.schema.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';

/** Whether `employees e` is removed and can still be restored. */
export const isRestorable = () =>
  sql`e.deleted_at >= ${iso(after(now(), -REMOVED_DAYS * DAY))}::timestamptz and e.wiped_at is null`;

/** Whether this removed person was removed in the portal or by a file, and not as a leaver of the directory. */
export const isRemovedByHand = (person: RawBuilder<unknown>) =>
  sql`not exists (select from employee_imports source where source.id = ${person}.deleted_import and source.from_directory)`;

/** Selects removed people by search words, by the person who removed them, and by the day or the import of the removal. */
export type RemovedFilter = {
  readonly search: string;
  readonly removed_by?: string | undefined;
  readonly removed_on?: string | undefined;
  readonly import_id?: string | undefined;
};

/** The `where` condition of removed people `e` who match the filter and can still be restored. */
export const whereRemoved = ({ search, removed_by, removed_on, import_id }: RemovedFilter, timeZone = 'UTC') =>
  sql.join(
    [
      isRestorable(),
      ...(removed_by ? [sql`e.deleted_by = ${removed_by}`] : []),
      ...(removed_on ? [sql`(e.deleted_at at time zone ${timeZone})::date = ${removed_on}::date`] : []),
      ...(import_id ? [sql`e.deleted_import = ${import_id}`] : []),
      inSearchText(sql`e.search_text`, search),
    ],
    sql` and `,
  );

const orders = {
  name: sql`e.full_name collate "ru-RU-x-icu"`,
  department: sql`d.title collate "ru-RU-x-icu"`,
  position: sql`e.position collate "ru-RU-x-icu"`,
  removed_at: sql`e.deleted_at`,
};
type RemovedAsked = RemovedFilter & { limit: number; offset: number } & Partial<Sorting<keyof typeof orders>>;

/** Removed people who can still be restored, the latest first by default. */
export const listRemoved = async (tx: Tx, o: RemovedAsked, timeZone: string) => {
  const order = sql`${orders[o.sort_by ?? 'removed_at']} ${sql.raw(o.sort_order ?? 'desc')}`;
  const where = whereRemoved(o, timeZone);
  const { rows } = await sql<RemovedPerson>`
    select e.id, e.full_name, e.email, e.position, d.title as department, e.deleted_at as removed_at,
      coalesce(by.full_name, '') as removed_by, e.deleted_at + make_interval(days => ${REMOVED_DAYS}) as wiped_at
    from employees e join departments d on d.id = e.department_id left join employees by on by.id = e.deleted_by
    where ${where} order by ${order}, e.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n from employees e where ${where}`.execute(tx);
  return { data: rows, total_count: count.rows[0]!.n };
};

/** A query for the id of the person `e` removed last among the restorable people with this address who match `where`. */
export const formerHolderId = (email: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`) =>
  sql`select e.id from employees e where e.email_key = lower(${email}) and ${isRestorable()} and ${where} order by e.deleted_at desc, e.id limit 1`;

/** The person removed last with this address, unless someone who is not removed has the address. */
export const findFormerHolder = async (tx: Tx, email: string) => {
  const { rows } = await sql<Omit<FormerHolder, 'restorable'> & { role: Role }>`
    select e.id, e.full_name, e.email, e.position, e.role, d.title as department, e.deleted_at as removed_at
    from employees e join departments d on d.id = e.department_id
    where e.email_key = lower(${email}) and ${isRestorable()}
      and not exists (select from employees h where h.email_key = lower(${email}) and h.deleted_at is null)
    order by e.deleted_at desc, e.id limit 1`.execute(tx);
  return rows[0];
};

/** Maximum number of groups returned; in a longer list the right group cannot be found. */
const GROUPS_MAX = 100;

/** Recent removals grouped by person, day and import, the latest first. */
export const listRemovals = async (tx: Tx, timeZone: string): Promise<RemovalGroup[]> => {
  const { rows } = await sql<RemovalGroup>`
    select g.removed_by, coalesce(by.full_name, '') as name, to_char(g.day, 'YYYY-MM-DD') as removed_on, g.import_id,
      coalesce(i.file_name, '') as file_name, g.n as count
    from (select e.deleted_by as removed_by, e.deleted_import as import_id, (e.deleted_at at time zone ${timeZone})::date as day,
        count(*) as n, max(e.deleted_at) as latest
      from employees e where ${isRestorable()} group by 1, 2, 3 order by latest desc limit ${GROUPS_MAX}) g
    left join employees by on by.id = g.removed_by left join employee_imports i on i.id = g.import_id
    order by g.latest desc`.execute(tx);
  return rows;
};
