import { assignableRoles, type Role } from '@sergak/contract/access/roles.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { isOtherPerson } from './directory-links.repo.ts';
import { withMaker } from './employees.repo.ts';
import { isRemovedByHand, isRestorable } from './removed.query.ts';

/** Maximum number of people written by one statement. Progress and cancellation are handled between statements. */
const BATCH = 5_000;

type Places = { byPath: string; fallback: string };

/** Ids of the departments by path, in the form that the statements below expect. */
export const placesOf = (byPath: ReadonlyMap<string, string>, fallback: string): Places => ({
  byPath: JSON.stringify([...byPath].map(([path, id]) => ({ path, id }))),
  fallback,
});

/** The department paths of the lines to apply, in the order of the file: the first spelling of a new title is kept. */
export const pathsOf = async (tx: Tx, importId: string, withChanges: boolean): Promise<string[]> => {
  const { rows } = await sql<{ department: string }>`
    select department from employee_import_rows
    where import_id = ${importId} and department <> '' and (verdict in ('added', 'returned') or (${withChanges} and verdict = 'changed'))
    group by department order by min(line)`.execute(tx);
  return rows.map((row) => row.department);
};

/**
 * Restores the people of the next lines after `after`; a blank cell changes nothing. With `nameless`, only lines without a full
 * name, which cannot become new people. A person whose role an import cannot give gets the role `employee`. People who were
 * wiped meanwhile, or whose address is taken, are left to `addBatch`. A directory restores only people whom a directory removed.
 */
export const restoreBatch = async (
  tx: Tx,
  importId: string,
  after: number,
  places: Places,
  o: { manageable: readonly Role[]; nameless: boolean; by: string; fromDirectory: boolean },
) => {
  const { rows } = await sql<{ last: number | null; n: number; ids: string[] }>`
    with batch as materialized (
      select * from employee_import_rows where import_id = ${importId} and verdict = 'returned' and line > ${after}
        and (not ${o.nameless} or last_name = '' or first_name = '') order by line limit ${BATCH}),
    made as (
      update employees e set deleted_at = null, deleted_by = null, deleted_import = null,
        last_name = coalesce(nullif(b.last_name, ''), e.last_name), first_name = coalesce(nullif(b.first_name, ''), e.first_name),
        middle_name = coalesce(nullif(b.middle_name, ''), e.middle_name), position = coalesce(nullif(b.position, ''), e.position),
        role = coalesce(nullif(b.role, ''), case when e.role = any(${o.manageable}::text[])
          and e.role = any(${assignableRoles}::text[]) then e.role else 'employee' end),
        department_id = coalesce(p.id, e.department_id), version = e.version + 1, made_by = ${withMaker(o.by)}
      from batch b left join jsonb_to_recordset(${places.byPath}::jsonb) as p(path text, id uuid) on p.path = b.department
      where e.id = b.employee_id and ${isRestorable()} and not (${o.fromDirectory} and ${isRemovedByHand(sql`e`)})
        and not exists (select from employees h where h.email_key = e.email_key and h.deleted_at is null) returning e.id)
    select max(b.line) as last, count(*) as n, array(select id from made) as ids from batch b`.execute(tx);
  return rows[0]!;
};

/**
 * Adds the people of the next lines after `after`. People who were restored, or added by someone else meanwhile, are skipped. A
 * directory does not add people who were removed in the portal since it was read.
 */
export const addBatch = async (
  tx: Tx,
  importId: string,
  after: number,
  places: Places,
  o: { by: string; fromDirectory: boolean },
) => {
  const { rows } = await sql<{ last: number | null; n: number; ids: string[] }>`
    with batch as materialized (
      select * from employee_import_rows where import_id = ${importId} and line > ${after}
        and (verdict = 'added' or verdict = 'returned' and last_name <> '' and first_name <> '') order by line limit ${BATCH}),
    made as (
      insert into employees (department_id, email, last_name, first_name, middle_name, position, role, made_by, created_at)
      select coalesce(p.id, ${places.fallback}::uuid), b.email, b.last_name, b.first_name, b.middle_name, b.position,
        coalesce(nullif(b.role, ''), 'employee'), array[${o.by}::uuid], ${iso(now())}::timestamptz
      from batch b left join jsonb_to_recordset(${places.byPath}::jsonb) as p(path text, id uuid) on p.path = b.department
      where not (${o.fromDirectory} and exists (select from employees e
        where e.email_key = lower(b.email) and ${isRestorable()} and ${isRemovedByHand(sql`e`)}
          and not ${isOtherPerson(sql`e`, sql`b`)}))
      on conflict (organization_id, email_key) where deleted_at is null do nothing returning id)
    select max(b.line) as last, count(*) as n, array(select id from made) as ids from batch b`.execute(tx);
  return rows[0]!;
};

/**
 * Changes the people of the next lines after `after`; a blank cell changes nothing. People who got a higher role since the file
 * was read are skipped. Returns the people whose role changed.
 */
export const changeBatch = async (
  tx: Tx,
  importId: string,
  after: number,
  places: Places,
  manageable: readonly Role[],
  by: string,
) => {
  const { rows } = await sql<{ last: number | null; n: number; changed: number; roles: string[] }>`
    with batch as materialized (
      select * from employee_import_rows where import_id = ${importId} and verdict = 'changed' and line > ${after} order by line limit ${BATCH}),
    before as materialized (select e.id, e.role from employees e join batch b on b.employee_id = e.id),
    made as (
      update employees e set
        last_name = coalesce(nullif(b.last_name, ''), e.last_name), first_name = coalesce(nullif(b.first_name, ''), e.first_name),
        middle_name = coalesce(nullif(b.middle_name, ''), e.middle_name), position = coalesce(nullif(b.position, ''), e.position),
        role = coalesce(nullif(b.role, ''), e.role),
        made_by = case when b.role <> '' and b.role <> e.role then ${withMaker(by)} else e.made_by end, department_id = coalesce(p.id, e.department_id), version = e.version + 1
      from batch b left join jsonb_to_recordset(${places.byPath}::jsonb) as p(path text, id uuid) on p.path = b.department
      where e.id = b.employee_id and e.deleted_at is null and e.role = any(${manageable}::text[])
        and (b.role = '' or b.role = e.role or e.role = any(${assignableRoles}::text[])) returning e.id, e.role)
    select max(b.line) as last, count(*) as n, (select count(*) from made) as changed,
      array(select m.id from made m join before o on o.id = m.id where o.role <> m.role order by m.id) as roles from batch b`.execute(
    tx,
  );
  return rows[0]!;
};
