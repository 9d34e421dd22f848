import type { Role } from '@sergak/contract/access/roles.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type EmployeeFields = {
  department_id: string;
  role: Role;
  last_name: string;
  first_name: string;
  middle_name: string;
  position: string;
  email: string;
};
const fields = ['department_id', 'role', 'last_name', 'first_name', 'middle_name', 'position', 'email'] as const;

/** A person who is not removed, locked until the transaction ends. */
export const lockEmployee = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'version', 'note', 'former_role', 'role_lowered_at', ...fields])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Serialises changes of roles in this organisation; the trigger `keep_last_super_user` takes the same lock. */
export const lockRoles = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('powers'), hashtext(current_setting('app.org')))`.execute(tx);

/** Adds `by` to `made_by`: the administrators who added the person, sent the invitation or gave a role. */
export const withMaker = (by: string) => sql<string[]>`array_append(array_remove(made_by, ${by}::uuid), ${by}::uuid)`;

/** Adds a person. `by` is the administrator; a sync has none. */
export const insertEmployee = async (tx: Tx, person: EmployeeFields, by?: string): Promise<string> => {
  const row = await tx
    .insertInto('employees')
    .values({ ...person, made_by: by === undefined ? [] : [by], created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Adds the super user of a new installation under a given id. */
export const insertSuperUser = async (tx: Tx, person: { id: string; email: string; department_id: string }) => {
  await tx
    .insertInto('employees')
    .values({
      ...person,
      last_name: 'Администратор',
      first_name: '',
      position: 'Суперпользователь',
      role: 'super_user',
      is_registered: true,
      registered_at: now(),
    })
    .execute();
};

/** Changes a person. An administrator who sets the role or the address (`by`) is added to `made_by`. */
export const updateEmployee = (tx: Tx, id: string, changes: Partial<EmployeeFields>, by?: string) =>
  tx
    .updateTable('employees')
    .set({
      ...changes,
      version: sql`version + 1`,
      ...(by !== undefined && (changes.role !== undefined || changes.email !== undefined)
        ? { made_by: withMaker(by) }
        : {}),
    })
    .where('id', '=', id)
    .execute();

export const setNote = (tx: Tx, id: string, note: string) =>
  tx.updateTable('employees').set({ note }).where('id', '=', id).execute();

export const findNote = (tx: Tx, id: string) =>
  tx.selectFrom('employees').select('note').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Marks people as removed and stores the import, if any. Returns the ids newly removed. Call `removePeople` instead. */
export const markRemoved = async (
  tx: Tx,
  ids: readonly string[],
  by: string,
  importId: string | null = null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update employees set deleted_at = ${now()}, deleted_by = ${by}, deleted_import = ${importId}, version = version + 1
    where id = any(${ids}::uuid[]) and deleted_at is null returning id`.execute(tx);
  return rows.map((row) => row.id);
};

/** The roles of these people. Removed people are left out. */
export const findRoles = async (tx: Tx, ids: readonly string[]): Promise<{ id: string; role: Role }[]> => {
  const { rows } = await sql<{ id: string; role: Role }>`
    select id, role from employees where id = any(${ids}::uuid[]) and deleted_at is null`.execute(tx);
  return rows;
};

export const defaultDepartment = async (tx: Tx): Promise<string> =>
  (await tx.selectFrom('departments').select('id').where('is_default', '=', true).executeTakeFirstOrThrow()).id;

export const departmentExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('departments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** The seats of the licence, with the row of the organisation locked: see `functions/employees.sql`. */
export const lockLicence = async (
  tx: Tx,
): Promise<{ users_limit: number; users_count: number; given_to_children: number }> => {
  const { rows } = await sql<{
    users_limit: number;
    users_count: number;
    given_to_children: number;
  }>`select * from lock_licence()`.execute(tx);
  return rows[0]!;
};

/** A person locked until the transaction ends, removed or not. */
export const lockIncludingRemoved = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'version', 'deleted_at', 'former_role', 'role_lowered_at', ...fields])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Moves people into a department. Returns the ids of the people whose department changed. */
export const moveEmployees = async (tx: Tx, ids: readonly string[], departmentId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update employees set department_id = ${departmentId}, version = version + 1
    where id = any(${ids}::uuid[]) and department_id <> ${departmentId} returning id`.execute(tx);
  return rows.map((row) => row.id);
};

/** Number of people of the organisation, without removed ones. */
export const countPeople = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom('employees')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).n;
