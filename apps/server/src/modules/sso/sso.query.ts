import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** Organisations with single sign-on whose verified domain this is. Crosses tenants: nobody is signed in yet. */
export const findByDomain = (tx: SystemTx, domain: string) =>
  tx
    .selectFrom('organization_domains as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization_id')
    .innerJoin('sso_settings as s', 's.organization_id', 'd.organization_id')
    .select(['o.id as organization_id', 'o.title', 's.protocol', 's.forced'])
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('o.removal_started_at', 'is', null)
    .where('s.enabled', '=', true)
    .orderBy('o.title')
    .limit(20)
    .execute();

/** Single sign-on of all organisations that use it. Crosses tenants: the doctor checks the whole installation. */
export const listEnabled = (tx: SystemTx) =>
  tx
    .selectFrom('sso_settings as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['o.title', 's.protocol', 's.issuer', 's.ca', 's.idp_certificates'])
    .select(sql<string[]>`array_remove(array[s.certificate, s.next_certificate], null)`.as('own_certificates'))
    .where('s.enabled', '=', true)
    .where('o.removal_started_at', 'is', null)
    .orderBy('o.title')
    .execute();

/** Whether the organisation exists and is not being removed. Crosses tenants: nobody is signed in yet. */
export const organizationExists = async (tx: SystemTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('removal_started_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Super users with a password, who can be the way in when the provider fails. */
export const listBreakGlassPeople = (tx: Tx) =>
  tx
    .selectFrom('employees')
    .select(['id', 'full_name', 'email'])
    .where('role', '=', 'super_user')
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('full_name')
    .limit(200)
    .execute();

/** The person of an address, present or removed; a present person first. */
export const findPersonByAddress = (tx: Tx, email: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'role', 'full_name', 'is_registered', 'deleted_at'])
    .where('email_key', '=', addressKey(email))
    .where('role', '!=', 'pdf_service')
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .executeTakeFirst();

/** The role of a present person. */
export const findRoleOfPerson = async (tx: Tx, employeeId: string) =>
  (
    await tx
      .selectFrom('employees')
      .select('role')
      .where('id', '=', employeeId)
      .where('deleted_at', 'is', null)
      .where('role', '!=', 'pdf_service')
      .executeTakeFirst()
  )?.role;
