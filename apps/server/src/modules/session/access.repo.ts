import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { deleteAccessEmails } from '../../platform/outbox.ts';

/**
 * Voids everything that could still open the accounts of these people: registration, recovery and address links, sign-in
 * codes, and queued emails that contain one. Every path that changes an address, a password or a role, or removes a person,
 * calls it in the same transaction after writing the person's row. Returns the ids of people whose registration link still
 * worked.
 */
export const voidAccess = async (tx: Tx | SystemTx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ employee_id: string }>`
    with gone as (
      delete from link_tokens where employee_id = any(${ids}::uuid[]) and used_at is null
      returning employee_id, purpose, expires_at)
    select distinct employee_id from gone
    where purpose = 'registration' and expires_at > ${iso(now())}::timestamptz`.execute(tx);
  await sql`
    delete from two_factor_codes where session_hash in (
      select token_hash from sessions where employee_id = any(${ids}::uuid[]))`.execute(tx);
  await deleteAccessEmails(tx, ids);
  return rows.map((row) => row.employee_id);
};

/** Ends every session of these people. Call it after {@link voidAccess}: until then a used link can still open a session. */
export const endSessions = (tx: Tx | SystemTx, ids: readonly string[]) =>
  sql`delete from sessions where employee_id = any(${ids}::uuid[])`.execute(tx);

/**
 * Ends the sessions of the transaction's organisation that began with a password, also of the directory, except `keep` and those of
 * one person.
 */
export const endPasswordSessions = (tx: Tx, keep: Buffer, exceptId: string) =>
  tx
    .deleteFrom('sessions')
    .where('opened_by', '!=', 'provider')
    .where('token_hash', '!=', keep)
    .where('employee_id', '!=', exceptId)
    .execute();

/** Ends the sessions and voids the links of everyone in the transaction's organisation. */
export const endAllAccess = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('sessions').execute();
  await tx.deleteFrom('link_tokens').execute();
};

/** Sends everyone who acts in this organisation back to their own. */
export const endVisits = (tx: SystemTx, organizationId: string) =>
  tx
    .updateTable('sessions')
    .set((eb) => ({ acting_organization_id: eb.ref('organization_id') }))
    .where('acting_organization_id', '=', organizationId)
    .execute();

/** Voids sessions, links and codes of every organisation, because a restored backup contains some that ended since. */
export const voidAllAccess = async (tx: SystemTx): Promise<void> => {
  await tx.deleteFrom('sessions').execute(); // codes are deleted with their sessions
  await tx.deleteFrom('link_tokens').where('used_at', 'is', null).execute();
  await deleteAccessEmails(tx, null);
};

/** Deletes sessions, links, authenticator apps and backup codes of people whose data is erased. */
export const forgetAccess = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await endSessions(tx, ids);
  await sql`delete from link_tokens where employee_id = any(${ids}::uuid[])`.execute(tx);
  // Backup codes are deleted with the app.
  await sql`delete from authenticators where employee_id = any(${ids}::uuid[])`.execute(tx);
};
