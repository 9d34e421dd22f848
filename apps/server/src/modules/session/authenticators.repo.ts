import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The app of a person, confirmed or not, locked until the end of the transaction. */
export const lockAuthenticator = (tx: Tx | SystemTx, employeeId: string) =>
  tx.selectFrom('authenticators').selectAll().where('employee_id', '=', employeeId).forUpdate().executeTakeFirst();

/** When the confirmed app of a person was added, its sealed secret, and how many backup codes are left; undefined without an app. */
export const findState = (tx: Tx | SystemTx, employeeId: string) =>
  tx
    .selectFrom('authenticators as a')
    .select(['a.confirmed_at', 'a.secret_sealed'])
    .select(
      sql<number>`(select count(*)::int from backup_codes b where b.organization_id = a.organization_id
        and b.employee_id = a.employee_id and b.used_at is null)`.as('codes_left'),
    )
    .where('a.employee_id', '=', employeeId)
    .where('a.confirmed_at', 'is not', null)
    .executeTakeFirst();

/** Stores a secret that has not been confirmed, in place of an earlier one. Returns false if the person has a confirmed app. */
export const putSecret = async (
  tx: SystemTx,
  one: { organizationId: string; employeeId: string; sealed: Buffer },
): Promise<boolean> => {
  const fresh = { secret_sealed: one.sealed, created_at: now(), last_step: 0 };
  const done = await tx
    .insertInto('authenticators')
    .values({ organization_id: one.organizationId, employee_id: one.employeeId, ...fresh })
    .onConflict((oc) =>
      oc
        .columns(['organization_id', 'employee_id'])
        .doUpdateSet(fresh)
        .where('authenticators.confirmed_at', 'is', null),
    )
    .returning('employee_id')
    .executeTakeFirst();
  return done !== undefined;
};

/** Confirms an app; the code that confirmed it is used. */
export const confirmSecret = (tx: SystemTx, employeeId: string, step: number) =>
  tx
    .updateTable('authenticators')
    .set({ confirmed_at: now(), last_step: step })
    .where('employee_id', '=', employeeId)
    .execute();

/** Marks a time step and all earlier ones as used. Returns false if the step was used before. */
export const takeStep = async (tx: SystemTx, employeeId: string, step: number): Promise<boolean> =>
  (await tx
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('employee_id', '=', employeeId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('employee_id')
    .executeTakeFirst()) !== undefined;

/** Requires a code of the app or a backup code once, in place of a code by email. Does nothing without a confirmed app. */
export const requireAppCode = (tx: SystemTx, employeeId: string) =>
  tx
    .updateTable('authenticators')
    .set({ recovered_at: now() })
    .where('employee_id', '=', employeeId)
    .where('confirmed_at', 'is not', null)
    .execute();

/**
 * Ends {@link requireAppCode} if the session began with a password of the portal. A sign-in through the identity provider or the
 * directory does not show that its person knows the password that the recovery link set.
 */
export const endAppCode = (tx: SystemTx, employeeId: string, tokenHash: Buffer) =>
  tx
    .updateTable('authenticators')
    .set({ recovered_at: null })
    .where('employee_id', '=', employeeId)
    .where('recovered_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sessions').where('token_hash', '=', tokenHash).where('opened_by', '=', 'password')),
    )
    .execute();

/** Deletes the app of a person with its backup codes; returns whether there was a confirmed one. */
export const deleteAuthenticator = async (tx: Tx | SystemTx, employeeId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('authenticators')
    .where('employee_id', '=', employeeId)
    .where('confirmed_at', 'is not', null)
    .returning('employee_id')
    .executeTakeFirst()) !== undefined;

/** Replaces all backup codes of a person. */
export const replaceBackupCodes = async (
  tx: Tx | SystemTx,
  organizationId: string,
  employeeId: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await tx.deleteFrom('backup_codes').where('employee_id', '=', employeeId).execute();
  await tx
    .insertInto('backup_codes')
    .values(
      hashes.map((code_hash) => ({
        organization_id: organizationId,
        employee_id: employeeId,
        code_hash,
        created_at: now(),
      })),
    )
    .execute();
};

/** Marks a backup code as used. Returns false if it is wrong or was used before. */
export const takeBackupCode = async (tx: SystemTx, employeeId: string, hash: Buffer): Promise<boolean> =>
  (await tx
    .updateTable('backup_codes')
    .set({ used_at: now() })
    .where('employee_id', '=', employeeId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('employee_id')
    .executeTakeFirst()) !== undefined;

export const lockPolicy = (tx: Tx) =>
  tx.selectFrom('authenticator_policies').selectAll().forUpdate().executeTakeFirst();
export const findPolicy = (tx: Tx) => tx.selectFrom('authenticator_policies').selectAll().executeTakeFirst();

export const putPolicy = (tx: Tx, policy: { roles: string[]; due_on: string; version: number }) =>
  tx
    .insertInto('authenticator_policies')
    .values(policy)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(policy))
    .execute();

/** Number of registered people with these roles in the organisation, and number of them without an app. */
export const countAuthenticators = async (tx: Tx, roles: readonly string[]) => {
  const { rows } = await sql<{ people: number; missing: number }>`
    select count(*)::int as people, count(*) filter (where a.employee_id is null)::int as missing
    from employees e
    left join authenticators a on a.organization_id = e.organization_id and a.employee_id = e.id
      and a.confirmed_at is not null
    where e.deleted_at is null and e.is_registered and e.role = any(${roles}::text[])`.execute(tx);
  return rows[0]!;
};

/** The person whose app an administrator reads or resets. */
export const findRoleOf = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'role', 'full_name'])
    .where('id', '=', employeeId)
    .where('deleted_at', 'is', null)
    .where('role', '!=', 'pdf_service')
    .executeTakeFirst();
