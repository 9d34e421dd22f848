import { administratorRoles } from '@sergak/contract/access/roles.ts';
import type { Administrator } from '@sergak/contract/roles/roles.endpoints.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Administrators of the transaction's organisation, highest role first, then by name. */
export const selectAdministrators = async (tx: Tx): Promise<Administrator[]> => {
  const { rows } = await sql<Administrator>`
    select e.id, e.full_name, e.email, e.position, e.role, e.is_registered, json_build_object('id', d.id, 'title', d.title) as department,
      (select max(s.seen_at) from sessions s where s.employee_id = e.id) as seen_at,
      e.role = 'super_user' and o.parent_id is null and count(*) filter (where e.role = 'super_user') over () = 1 as is_last
    from employees e join departments d on d.id = e.department_id join organizations o on o.id = e.organization_id
    where e.deleted_at is null and e.role = any(${administratorRoles}::text[])
    order by e.role = 'super_user' desc, e.full_name collate "ru-RU-x-icu", e.id`.execute(tx);
  return rows;
};

export const findRolesOrganization = (tx: Tx) =>
  tx.selectFrom('organizations').select(['id', 'title']).executeTakeFirstOrThrow();

/** The present role of a person; undefined if the person is removed or does not exist. */
export const roleOf = async (tx: Tx, id: string) =>
  (
    await tx
      .selectFrom('employees')
      .select('role')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.role;
