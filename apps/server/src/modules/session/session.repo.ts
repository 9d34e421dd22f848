import { addressKey } from '@sergak/contract/email-address.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { sql } from 'kysely';
import { after, now } from '../../platform/clock.ts';
import type { Database, SystemTx, Tx } from '../../platform/db.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { currentVersion } from './consent.repo.ts';
import { ABSOLUTE_MS } from './lifetime.ts';

/** What opened a session: a password or link of the portal, the password of a directory, or an identity provider. */
export type OpenedBy = 'password' | 'directory' | 'provider';

type NewSession = {
  organizationId: string;
  employeeId: string;
  twoFactorDue: boolean;
  /** An authenticator app has to be set up before anything else. */
  enrolmentDue?: boolean;
  openedBy?: OpenedBy;
  userAgent: string;
  address: string;
};

/** Opens a session and returns its token, which is stored nowhere else. */
export const insertSession = async (tx: SystemTx, session: NewSession): Promise<string> => {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: digest(token),
      organization_id: session.organizationId,
      employee_id: session.employeeId,
      acting_organization_id: session.organizationId,
      two_factor_due: session.twoFactorDue,
      enrolment_due: session.enrolmentDue ?? false,
      opened_by: session.openedBy ?? 'password',
      user_agent: session.userAgent.slice(0, 500),
      address: session.address || null,
      created_at: now(),
      seen_at: now(),
      expires_at: after(now(), ABSOLUTE_MS),
    })
    .execute();
  return token;
};

/** Records that the session is in use now, in a statement of its own. */
export const touchSession = (db: Database['system'], hash: Buffer) =>
  db.updateTable('sessions').set({ seen_at: now() }).where('token_hash', '=', hash).execute();

export const deleteSession = (tx: SystemTx, hash: Buffer) =>
  tx.deleteFrom('sessions').where('token_hash', '=', hash).execute();

/** Ends all sessions of a person, except `keep`. */
export const deleteSessionsOf = (tx: Tx | SystemTx, employeeId: string, keep?: Buffer) =>
  tx
    .deleteFrom('sessions')
    .where('employee_id', '=', employeeId)
    .$if(keep !== undefined, (q) => q.where('token_hash', '!=', keep!))
    .execute();

/** Ends one session of a person, unless it is the session to keep. */
export const deleteOneSession = (tx: SystemTx, session: { id: string; employeeId: string; keep: Buffer }) =>
  tx
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('employee_id', '=', session.employeeId)
    .where('token_hash', '!=', session.keep)
    .executeTakeFirst();

/** Sets where a session of the transaction's organisation acts: there or in a descendant. The caller checks the target. */
export const actIn = (tx: Tx, hash: Buffer, organizationId: string) =>
  tx.updateTable('sessions').set({ acting_organization_id: organizationId }).where('token_hash', '=', hash).execute();

/**
 * Completes the second step of a session and returns the session's new token, so that a known token of the half-open session
 * is useless. The session's code must be deleted before.
 */
export const passSecondFactor = (tx: SystemTx, hash: Buffer): Promise<string> =>
  completeStep(tx, hash, { two_factor_due: false });

/** {@link passSecondFactor} for the step in which an authenticator app is set up. */
export const passEnrolment = (tx: SystemTx, hash: Buffer): Promise<string> =>
  completeStep(tx, hash, { enrolment_due: false });

const completeStep = async (
  tx: SystemTx,
  hash: Buffer,
  step: { two_factor_due: false } | { enrolment_due: false },
): Promise<string> => {
  const token = newToken();
  await tx
    .updateTable('sessions')
    .set({ token_hash: digest(token), ...step })
    .where('token_hash', '=', hash)
    .execute();
  return token;
};

/** Gives a session another token and returns it; the earlier token stops working. The session's code must be deleted before. */
export const renewToken = async (tx: Tx, hash: Buffer): Promise<string> => {
  const token = newToken();
  await tx
    .updateTable('sessions')
    .set({ token_hash: digest(token) })
    .where('token_hash', '=', hash)
    .execute();
  return token;
};

/** Requires the second step of an open session again. */
export const requireSecondFactor = (tx: Tx, hash: Buffer) =>
  tx.updateTable('sessions').set({ two_factor_due: true }).where('token_hash', '=', hash).execute();

/** Ends all sessions of the people of the transaction's organisation, wherever they act, except `keep`. */
export const deleteOtherSessions = (tx: Tx, keep: Buffer) =>
  tx.deleteFrom('sessions').where('token_hash', '!=', keep).execute();

const personColumns = [
  'e.id',
  'e.organization_id',
  'e.email',
  'e.full_name',
  'e.password_hash',
  'e.role',
  'e.is_registered',
  'e.language as own_language',
  'e.consented_at',
  'e.consented_version',
  'o.title as organization',
  'o.two_factor',
  'o.consent_required',
  'o.reveal_unknown_email',
  'o.language',
  'o.brand_color',
  'o.time_zone',
  'a.confirmed_at as authenticator_since',
  'a.recovered_at',
  'p.roles as authenticator_roles',
  'p.due_on as authenticator_due_on',
] as const;
const people = (tx: Tx | SystemTx) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .leftJoin('authenticators as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'e.organization_id')
        .onRef('a.employee_id', '=', 'e.id')
        .on('a.confirmed_at', 'is not', null),
    )
    .leftJoin('authenticator_policies as p', 'p.organization_id', 'e.organization_id')
    .select(personColumns)
    .select(
      sql<boolean>`exists (select from mail_settings m where m.organization_id = e.organization_id)`.as('mail_leaves'),
    )
    .select(currentVersion(sql.ref('e.organization_id')).as('consent_version'))
    .where('e.deleted_at', 'is', null)
    .where('o.removal_started_at', 'is', null);
export type SignInPerson = Awaited<ReturnType<typeof findByEmail>>[number];

/** All people with this address, in any organisation: one address can belong to the staff of several. */
export const findByEmail = (tx: SystemTx, email: string) =>
  people(tx)
    .where('e.email_key', '=', addressKey(email))
    .where('e.role', '!=', 'pdf_service')
    .orderBy('e.created_at')
    .limit(5)
    .execute();

export const findSessionPerson = (tx: Tx | SystemTx, id: string) =>
  people(tx).where('e.id', '=', id).executeTakeFirst();

/** Locks a person's row and reads it, so that a concurrent change of address, password or role is seen. */
export const lockPerson = async (tx: Tx | SystemTx, id: string) => {
  await tx.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute();
  return findSessionPerson(tx, id);
};

/** People with these roles in the organisation of the transaction, without removed people. */
export const findPeopleOfRoles = (tx: Tx, roles: readonly Role[]) =>
  people(tx)
    .where('e.role', 'in', [...roles])
    .orderBy('e.id')
    .execute();

/** The title of the organisation of the transaction. */
export const findOrganizationTitle = async (tx: Tx, organizationId: string): Promise<string> =>
  (await tx.selectFrom('organizations').select('title').where('id', '=', organizationId).executeTakeFirstOrThrow())
    .title;

/** Whether another person of the same organisation has this address; removed people do not count. */
export const isAddressTaken = async (tx: Tx, email: string, exceptId: string): Promise<boolean> =>
  (await tx
    .selectFrom('employees')
    .select('id')
    .where('email_key', '=', addressKey(email))
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .executeTakeFirst()) !== undefined;

export const setAddress = (tx: SystemTx, employeeId: string, email: string) =>
  tx
    .updateTable('employees')
    .set({ email, version: sql`version + 1` })
    .where('id', '=', employeeId)
    .execute();

/**
 * Whether recovery may reveal that an address is unknown: the organisation that has verified the domain allows it. If several
 * organisations have verified the domain, all of them must allow it.
 */
export const revealsUnknown = async (tx: SystemTx, email: string): Promise<boolean> => {
  const rows = await tx
    .selectFrom('organization_domains as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization_id')
    .select('o.reveal_unknown_email')
    .where('d.domain', '=', domainOf(email))
    .where('d.verified_at', 'is not', null)
    .where('o.removal_started_at', 'is', null)
    .execute();
  return rows.length > 0 && rows.every((row) => row.reveal_unknown_email);
};

export const setPassword = (tx: Tx | SystemTx, employeeId: string, passwordHash: string) =>
  tx
    .updateTable('employees')
    .set({ password_hash: passwordHash, is_registered: true, registered_at: sql`coalesce(registered_at, ${now()})` })
    .where('id', '=', employeeId)
    .execute();

/** Records the first sign-in of a person whom a directory or an identity provider has authenticated. */
export const markRegistered = (tx: Tx | SystemTx, employeeId: string) =>
  tx
    .updateTable('employees')
    .set({ is_registered: true, registered_at: sql`coalesce(registered_at, ${now()})` })
    .where('id', '=', employeeId)
    .where('is_registered', '=', false)
    .execute();

/** Records that a person agreed to this version of the text. */
export const setConsent = (tx: Tx | SystemTx, employeeId: string, version: number) =>
  tx
    .updateTable('employees')
    .set({ consented_at: now(), consented_version: version })
    .where('id', '=', employeeId)
    .where((eb) => eb.or([eb('consented_at', 'is', null), eb('consented_version', '!=', version)]))
    .execute();

export const putCode = (
  tx: Tx | SystemTx,
  code: { sessionHash: Buffer; organizationId: string; codeHash: Buffer; expiresAt: Date },
) =>
  tx
    .insertInto('two_factor_codes')
    .values({
      session_hash: code.sessionHash,
      organization_id: code.organizationId,
      code_hash: code.codeHash,
      created_at: now(),
      expires_at: code.expiresAt,
    })
    .onConflict((oc) =>
      oc
        .column('session_hash')
        .doUpdateSet({ code_hash: code.codeHash, tries: 0, created_at: now(), expires_at: code.expiresAt }),
    )
    .execute();

export const findCode = (tx: SystemTx, sessionHash: Buffer) =>
  tx.selectFrom('two_factor_codes').selectAll().where('session_hash', '=', sessionHash).forUpdate().executeTakeFirst();

export const countStoredTry = (tx: SystemTx, sessionHash: Buffer) =>
  tx
    .updateTable('two_factor_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_hash', '=', sessionHash)
    .execute();

export const deleteCode = (tx: SystemTx, sessionHash: Buffer) =>
  tx.deleteFrom('two_factor_codes').where('session_hash', '=', sessionHash).execute();

export const setLanguage = (tx: Tx, employeeId: string, language: 'ru' | 'en' | 'uz') =>
  tx.updateTable('employees').set({ language }).where('id', '=', employeeId).execute();

export const setSeenRelease = (tx: Tx, employeeId: string, version: string) =>
  tx.updateTable('employees').set({ seen_release: version }).where('id', '=', employeeId).execute();

/** Sets the picture of a person; returns the file id of the previous picture. */
export const setAvatar = async (tx: Tx, employeeId: string, fileId: string): Promise<string | null> => {
  const before = await tx
    .selectFrom('employees')
    .select('avatar_file_id')
    .where('id', '=', employeeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await tx.updateTable('employees').set({ avatar_file_id: fileId }).where('id', '=', employeeId).execute();
  return before?.avatar_file_id ?? null;
};

/** Whether a person has a password, and when the person signed in through the organisation, if this session began so. */
export const findProofFacts = (tx: SystemTx, employeeId: string, tokenHash: Buffer) =>
  tx
    .selectFrom('employees as e')
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.employee_id', '=', 'e.id').on('s.token_hash', '=', tokenHash).on('s.opened_by', '!=', 'password'),
    )
    .select((eb) => [eb('e.password_hash', 'is not', null).as('has_password'), 's.created_at as external_since'])
    .where('e.id', '=', employeeId)
    .executeTakeFirst();

export const findOwnHash = (tx: SystemTx, employeeId: string) =>
  tx.selectFrom('employees').select(['password_hash', 'email']).where('id', '=', employeeId).executeTakeFirst();
