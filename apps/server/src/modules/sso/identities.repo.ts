import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** A subject of a provider; `subject_hash` is null if the subject is the address of the person itself. */
export type Identity = { readonly provider_hash: Buffer; readonly subject_hash: Buffer | null };

/** The person to whom a subject is bound, present or removed. */
export const findBySubject = (tx: Tx, subjectHash: Buffer) =>
  tx
    .selectFrom('sso_identities as i')
    .innerJoin('employees as e', (join) =>
      join.onRef('e.organization_id', '=', 'i.organization_id').onRef('e.id', '=', 'i.employee_id'),
    )
    .select(['e.id', 'e.deleted_at'])
    .where('i.subject_hash', '=', subjectHash)
    .executeTakeFirst();

/** What a person is bound to at this provider; undefined if the person is not bound. */
export const findIdentity = (tx: Tx, employeeId: string, provider_hash: Buffer) =>
  tx
    .selectFrom('sso_identities')
    .select('subject_hash')
    .where('employee_id', '=', employeeId)
    .where('provider_hash', '=', provider_hash)
    .executeTakeFirst();

export const bindIdentity = (tx: Tx, employeeId: string, identity: Identity) =>
  tx
    .insertInto('sso_identities')
    .values({ employee_id: employeeId, ...identity })
    .execute();

export const isLinked = async (tx: Tx, employeeId: string): Promise<boolean> =>
  (await tx
    .selectFrom('sso_identities')
    .select('employee_id')
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()) !== undefined;

/** Deletes what these people are bound to; also for people whose data is erased. */
export const forgetIdentities = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from sso_identities where employee_id = any(${ids}::uuid[])`.execute(tx);
};

/** Deletes the bindings of the whole organisation and returns their number. */
export const forgetAllIdentities = async (tx: Tx): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('sso_identities').executeTakeFirst();
  return Number(numDeletedRows);
};
