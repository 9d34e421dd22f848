import { sql } from 'kysely';
import { iso, after, now } from '../../platform/clock.ts';
import { type SystemTx, type Tx } from '../../platform/db.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { findSessionPerson, lockPerson } from './session.repo.ts';

/** What a link does: sets the first password, sets another one, or confirms a new address. */
export type Purpose = 'registration' | 'recovery' | 'address';
type NewLink = {
  readonly organizationId: string;
  readonly employeeId: string;
  readonly purpose: Purpose;
  /** The address that an address link confirms. */
  readonly newEmail?: string;
  readonly lifetimeMs: number;
};

/** Stores the digest of a new link and returns its token, which is stored nowhere else. */
export const insertLinkToken = async (tx: Tx | SystemTx, link: NewLink): Promise<string> => {
  const token = newToken();
  await tx
    .insertInto('link_tokens')
    .values({
      token_hash: digest(token),
      organization_id: link.organizationId,
      employee_id: link.employeeId,
      purpose: link.purpose,
      new_email: link.newEmail ?? null,
      created_at: now(),
      expires_at: after(now(), link.lifetimeMs),
    })
    .execute();
  return token;
};

/** Stores the digests of new registration links, null for people without one, and deletes the earlier links of all these people. */
export const replaceRegistrationLinks = async (
  tx: Tx,
  links: readonly { id: string; hash: Buffer | null }[],
  expires: Date,
): Promise<void> => {
  const ids = links.map((link) => link.id);
  const stored = links.flatMap(({ id, hash }) => (hash ? [{ id, hash: hash.toString('hex') }] : []));
  await sql`delete from link_tokens where purpose = 'registration' and employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    insert into link_tokens (token_hash, organization_id, employee_id, purpose, created_at, expires_at)
    select decode(l.hash, 'hex'), current_setting('app.org')::uuid, l.id, 'registration', ${iso(now())}::timestamptz, ${iso(expires)}::timestamptz
    from unnest(${stored.map(({ id }) => id)}::uuid[], ${stored.map(({ hash }) => hash)}::text[]) as l(id, hash)`.execute(
    tx,
  );
};

const findRow = (tx: SystemTx, token: string, purpose: Purpose) =>
  tx
    .selectFrom('link_tokens')
    .select(['employee_id', 'new_email'])
    .where('token_hash', '=', digest(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', iso(now()))
    .executeTakeFirst();

/** The person of a working link: not used, voided or expired, and the person is not removed. */
export const findLink = async (tx: SystemTx, token: string, purpose: Purpose) => {
  const link = await findRow(tx, token, purpose);
  const person = link && (await findSessionPerson(tx, link.employee_id));
  return person && { ...person, new_email: link.new_email };
};

/**
 * {@link findLink} with the person's row locked first, as on every path that voids links. So two uses of a link, or a use and a
 * change of address, run one after the other.
 */
export const lockLink = async (tx: SystemTx, token: string, purpose: Purpose) => {
  const link = await findRow(tx, token, purpose);
  if (!link || !(await lockPerson(tx, link.employee_id))) return undefined;
  return findLink(tx, token, purpose);
};

/** Deletes the address links of a person, so that only the newest one works. */
export const deleteAddressLinks = (tx: Tx, employeeId: string) =>
  tx.deleteFrom('link_tokens').where('employee_id', '=', employeeId).where('purpose', '=', 'address').execute();
