import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { departmentsWithin } from '../directory/public.ts';

/**
 * Serialises changes of the tree. Otherwise two moves at once could put each department below the other, and a department
 * could be created below a department that is being removed.
 */
export const lockTree = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('departments'), hashtext(current_setting('app.org')))`.execute(tx);

/** Locks a department for a change. */
export const lockDepartment = (tx: Tx, id: string) =>
  tx
    .selectFrom('departments')
    .select(['id', 'title', 'parent_id', 'is_default', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertDepartment = async (tx: Tx, title: string, parent_id: string | null): Promise<string> => {
  const row = await tx
    .insertInto('departments')
    .values({ title, parent_id, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Adds the department of people without another one. */
export const insertDefaultDepartment = (tx: Tx) =>
  tx.insertInto('departments').values({ title: ownTitles.no_department, is_default: true }).execute();

export const updateDepartment = (tx: Tx, id: string, changes: { title?: string; parent_id?: string | null }) =>
  tx
    .updateTable('departments')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

/** These departments with all descendants, each row locked. */
export const lockWithin = async (tx: Tx, ids: readonly string[]) => {
  const within = (await departmentsWithin(tx, ids).execute()).map((row) => row.id);
  if (within.length === 0) return [];
  return tx
    .selectFrom('departments')
    .select(['id', 'title', 'is_default'])
    .where('id', 'in', within)
    .orderBy('id')
    .forUpdate()
    .execute();
};

/** Moves everyone in these departments to «Без отдела». Returns the number of people moved who are not removed. */
export const movePeopleToDefault = async (tx: Tx, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with moved as (
      update employees set department_id = (select id from departments where is_default), version = version + 1
      where department_id = any(${ids}::uuid[]) returning deleted_at)
    select count(*) filter (where deleted_at is null) as n from moved`.execute(tx);
  return rows[0]!.n;
};

export const deleteDepartments = (tx: Tx, ids: readonly string[]) =>
  sql`delete from departments where id = any(${ids}::uuid[])`.execute(tx);

/** All departments with the columns that paths need, the oldest first. */
export const allTitles = (tx: Tx) =>
  tx
    .selectFrom('departments')
    .select(['id', 'parent_id', 'title', 'title_key', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The department with this title in any spelling below a parent, except the department `but`. */
export const findSibling = async (tx: Tx, title: string, parentId: string | null, but: string | null) => {
  const { rows } = await sql<{ id: string }>`
    select d.id from departments d where d.title_key = fold(${title}) and d.parent_id is not distinct from ${parentId}::uuid
      and d.id is distinct from ${but}::uuid order by d.created_at, d.id limit 1`.execute(tx);
  return rows[0];
};

/** Adds one level of departments, unless one with the title exists in any spelling. Returns existing departments as well. */
export const insertLevel = async (tx: Tx, level: readonly { title: string; parent_id: string | null }[]) => {
  const titles = JSON.stringify(level);
  await sql`
    insert into departments (title, parent_id, created_at)
    select l.title, l.parent_id, ${now()} from jsonb_to_recordset(${titles}::jsonb) as l(title text, parent_id uuid)
    where not exists (
      select from departments d where d.title_key = fold(l.title) and d.parent_id is not distinct from l.parent_id)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: string; title: string; parent_id: string | null }>`
    select distinct on (l.title, l.parent_id) d.id, l.title, l.parent_id
    from jsonb_to_recordset(${titles}::jsonb) as l(title text, parent_id uuid)
    join departments d on d.title_key = fold(l.title) and d.parent_id is not distinct from l.parent_id
    order by l.title, l.parent_id, d.created_at, d.id`.execute(tx);
  return rows;
};

/** Moves everyone of a department, removed people included. Returns the number of people moved who are not removed. */
export const movePeople = async (tx: Tx, from: string, to: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with moved as (
      update employees set department_id = ${to}, version = version + 1 where department_id = ${from} returning deleted_at)
    select count(*) filter (where deleted_at is null) as n from moved`.execute(tx);
  return rows[0]!.n;
};
