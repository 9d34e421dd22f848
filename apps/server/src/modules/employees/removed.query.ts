import { REMOVED_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import type { RemovedPerson } from '@sergak/contract/employees/removed.schema.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const words = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** `where` of the removed people `e` who can still be brought back and whom a search finds. */
export const whereRemoved = (search: string) =>
  sql.join(
    [
      sql`e.deleted_at >= ${iso(after(now(), -REMOVED_DAYS * DAY))}::timestamptz and e.wiped_at is null`,
      ...words(search).map((word) => sql`e.search_text like ${word}`),
    ],
    sql` and `,
  );

/** People who were removed and can still be brought back, the latest first. */
export const listRemoved = async (tx: Tx, o: { search: string; limit: number; offset: number }) => {
  const where = whereRemoved(o.search);
  const { rows } = await sql<RemovedPerson>`
    select e.id, e.full_name, e.email, e.position, d.title as department, e.deleted_at as removed_at,
      coalesce(by.full_name, '') as removed_by, e.deleted_at + make_interval(days => ${REMOVED_DAYS}) as wiped_at
    from employees e join departments d on d.id = e.department_id left join employees by on by.id = e.deleted_by
    where ${where} order by e.deleted_at desc, e.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n from employees e where ${where}`.execute(tx);
  return { data: rows, total_count: count.rows[0]!.n };
};
