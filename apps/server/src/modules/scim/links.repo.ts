import type { ScimGroupUse } from '@sergak/contract/scim/scim.rules.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Releases a user name that is held by a person who is no longer visible to the provider. */
export const freeName = (tx: Tx, userName: string, gone: string) =>
  sql`update scim_users s set removed_at = ${now()} from employees e
    where s.user_name_key = ${userName.toLowerCase()} and s.removed_at is null and e.id = s.employee_id
      and e.deleted_at <= ${gone}::timestamptz`.execute(tx);

/** Stores the name by which a provider knows a person; also restores a link that the provider had deleted. */
export const linkUser = (tx: Tx, link: { employeeId: string; userName: string; externalId: string | null }) =>
  tx
    .insertInto('scim_users')
    .values({
      employee_id: link.employeeId,
      user_name: link.userName,
      external_id: link.externalId,
      created_at: now(),
      updated_at: now(),
    })
    .onConflict((oc) =>
      oc
        .column('employee_id')
        .doUpdateSet({ user_name: link.userName, external_id: link.externalId, updated_at: now(), removed_at: null }),
    )
    .execute();

/** Marks a person as deleted by the provider. */
export const unlinkUser = (tx: Tx, employeeId: string) =>
  tx
    .updateTable('scim_users')
    .set({ removed_at: now(), updated_at: now() })
    .where('employee_id', '=', employeeId)
    .execute();

export const linkGroup = (tx: Tx, link: { departmentId: string; displayName: string; externalId: string | null }) =>
  tx
    .insertInto('scim_groups')
    .values({
      department_id: link.departmentId,
      display_name: link.displayName,
      external_id: link.externalId,
      created_at: now(),
      updated_at: now(),
    })
    .onConflict((oc) =>
      oc
        .column('department_id')
        .doUpdateSet({ display_name: link.displayName, external_id: link.externalId, updated_at: now() }),
    )
    .execute();

/** Stores the provider's names of a tag. `isMade` is set when the tag becomes a group. */
export const linkTag = async (
  tx: Tx,
  link: { tagId: string; displayName: string; externalId: string | null; isMade?: boolean },
): Promise<void> => {
  const names = { display_name: link.displayName, external_id: link.externalId, updated_at: now() };
  await tx
    .insertInto('scim_tags')
    .values({ ...names, tag_id: link.tagId, is_made: link.isMade ?? false, created_at: now() })
    .onConflict((oc) => oc.column('tag_id').doUpdateSet(names))
    .execute();
};

export const unlinkTag = (tx: Tx, tagId: string) => tx.deleteFrom('scim_tags').where('tag_id', '=', tagId).execute();

export const setGroupUse = (tx: Tx, groups: ScimGroupUse) =>
  tx
    .insertInto('scim_settings')
    .values({ groups, updated_at: now() })
    .onConflict((oc) => oc.column('organization_id').doUpdateSet({ groups, updated_at: now() }))
    .execute();

/** Deletes the names by which a provider knew people whose data is erased. */
export const forgetUsers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from scim_users where employee_id = any(${ids}::uuid[])`.execute(tx);
};
