import type { Role } from '@sergak/contract/access/roles.ts';
import { REMOVED_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import type { RestoredMany } from '@sergak/contract/employees/removed.schema.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { withMaker } from './employees.repo.ts';
import { whereRemoved, type RemovedFilter } from './removed.query.ts';

/** People removed before this time are wiped. */
const removedBefore = () => iso(after(now(), -REMOVED_DAYS * DAY));
/** A removed person who can still be restored, locked until the transaction ends. */
export const lockRemoved = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'email', 'full_name', 'role', 'former_role', 'role_lowered_at'])
    .where('id', '=', id)
    .where('deleted_at', '>=', removedBefore())
    .where('wiped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** The name of the person who has this address in any letter case; undefined if the address is free. */
export const addressTaken = async (tx: Tx, email: string): Promise<string | undefined> => {
  const { rows } = await sql<{ full_name: string }>`
    select full_name from employees where email_key = lower(${email}) and deleted_at is null`.execute(tx);
  return rows[0]?.full_name;
};

/** Restores a person, optionally with another address or role. */
export const restoreEmployeeRow = (tx: Tx, id: string, as: { email: string; role?: Role }, by?: string) =>
  tx
    .updateTable('employees')
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_import: null,
      ...as,
      version: sql`version + 1`,
      ...(by === undefined ? {} : { made_by: withMaker(by) }),
    })
    .where('id', '=', id)
    .execute();

/** The removed people of a bulk call, locked in a fixed order until the transaction ends. */
export const lockRemovedMany = async (
  tx: Tx,
  o: RemovedFilter & { ids: { include_ids: readonly string[]; exclude_ids: readonly string[] }; all: boolean },
  timeZone?: string,
) => {
  const chosen = o.all ? sql`e.id <> all(${o.ids.exclude_ids}::uuid[])` : sql`e.id = any(${o.ids.include_ids}::uuid[])`;
  const { rows } = await sql<{ id: string; role: Role }>`
    select e.id, e.role from employees e where ${whereRemoved(o.all ? o : { search: '' }, timeZone)} and ${chosen}
    order by e.id for update`.execute(tx);
  return rows;
};

/** The people among these whose address is taken: by a current person, or by another of them who was removed later. */
export const addressesTaken = async (tx: Tx, ids: readonly string[]): Promise<RestoredMany['taken']> => {
  const { rows } = await sql<RestoredMany['taken'][number]>`
    with chosen as (
      select e.id, e.organization_id, e.email_key, e.email, e.full_name,
        first_value(e.id) over latest as first_id, first_value(e.full_name) over latest as first_name
      from employees e where e.id = any(${ids}::uuid[])
      window latest as (partition by e.email_key order by e.deleted_at desc, e.id))
    select c.id, c.full_name, c.email, coalesce(h.full_name, c.first_name) as holder
    from chosen c left join employees h
      on h.organization_id = c.organization_id and h.email_key = c.email_key and h.deleted_at is null
    where h.id is not null or c.first_id <> c.id order by c.full_name, c.id`.execute(tx);
  return rows;
};

/** Restores these people. */
export const restoreEmployees = (tx: Tx, ids: readonly string[], by: string) =>
  sql`update employees set deleted_at = null, deleted_by = null, deleted_import = null, version = version + 1,
    made_by = ${withMaker(by)}
    where id = any(${ids}::uuid[])`.execute(tx);

/** Organisations with people to wipe or with old imports. Reads across tenants, for the sweep. */
export const organizationsToWipe = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from employees where deleted_at < ${removedBefore()}::timestamptz and wiped_at is null
    union select organization_id from employee_imports where created_at < ${removedBefore()}::timestamptz and status <> 'running'`.execute(
    tx,
  );
  return rows.map((row) => row.id);
};

/** Wipes the personal data of the next due people. Returns their ids and avatars. */
export const wipeNext = async (tx: Tx, limit: number) => {
  const { rows } = await sql<{ id: string; avatar: string | null }>`
    with due as materialized (
      select id, avatar_file_id from employees where deleted_at < ${removedBefore()}::timestamptz and wiped_at is null
      order by deleted_at, id limit ${limit} for update),
    wiped as (
      update employees e set last_name = '', first_name = '', middle_name = '', position = '', note = '', password_hash = null,
        avatar_file_id = null, email = 'removed-' || left(e.id::text, 8) || '@removed.invalid', wiped_at = ${now()}, version = e.version + 1
      from due where e.id = due.id returning e.id)
    select due.id, due.avatar_file_id as avatar from due join wiped on wiped.id = due.id`.execute(tx);
  return { ids: rows.map((row) => row.id), avatars: rows.flatMap((row) => row.avatar ?? []) };
};

/** Deletes the import lines of these people. */
export const forgetImportedRows = (tx: Tx, ids: readonly string[]) =>
  sql`delete from employee_import_rows where employee_id = any(${ids}::uuid[])`.execute(tx);

/** Deletes old imports with their lines. Returns the ids of their files. */
export const deleteOldImports = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ file_id: string | null; rejected_file_id: string | null }>`
    delete from employee_imports where created_at < ${removedBefore()}::timestamptz and status <> 'running' returning file_id, rejected_file_id`.execute(
    tx,
  );
  return rows.flatMap((row) => [row.file_id, row.rejected_file_id]).filter((id) => id !== null);
};
