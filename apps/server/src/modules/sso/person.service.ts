import { storedAddress } from '@sergak/contract/email-address.rules.ts';
import { domainOf, isEmail } from '@sergak/contract/employees/employees.limits.ts';
import { ssoRoles, usualSsoAttributes, usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { addBySync, handleRoleChange, lockEmployee, requireLicence, updateEmployee } from '../employees/public.ts';
import { markRegistered } from '../session/public.ts';
import { verifiedSenderDomains } from '../settings/public.ts';
import { SsoRejected } from './failure.ts';
import { identityOf, providerHash } from './identities.ts';
import { bindIdentity, findBySubject, findIdentity, type Identity } from './identities.repo.ts';
import type { Claims } from './saml-checks.ts';
import { findPersonByAddress } from './sso.query.ts';
import type { SsoRow } from './sso.repo.ts';

export type On = {
  readonly tx: Tx;
  readonly platform: Platform;
  readonly address: string;
};

const ACTOR = 'SSO';
/** With this attribute, Entra ID sends an address instead of the groups (SAML). */
const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link';

const valueOf = (claims: Claims, name: string): string =>
  (name === '' ? '' : (claims.attributes[name]?.[0] ?? '')).trim();

/** The address of the person: the mapped attribute, else a NameID that is an address; empty if there is none. */
const addressOf = (row: SsoRow, claims: Claims): string => {
  const found = valueOf(claims, row.attributes.email) || claims.name;
  return isEmail(found) ? storedAddress(found) : '';
};

/** Whether Entra ID left the groups out of an answer, because the person is in more groups than an answer may hold. */
const areGroupsLeftOut = (name: string, { attributes }: Claims): boolean =>
  attributes['_claim_names']?.includes(name) ||
  (name === usualClaims.groups && attributes['hasgroups'] !== undefined) ||
  (name === usualSsoAttributes.groups && attributes[GROUPS_LINK] !== undefined);

/** The role that the groups give: the highest mapped one, else `employee`. Undefined if groups give no roles. */
export const roleOfGroups = (row: Pick<SsoRow, 'attributes' | 'group_roles'>, claims: Claims) => {
  const name = row.attributes.groups;
  if (name === '' || row.group_roles.length === 0) return undefined;
  const groups = claims.attributes[name] ?? [];
  if (groups.length === 0 && areGroupsLeftOut(name, claims))
    throw new SsoRejected('groups', 'the provider left out the groups: send only groups assigned to the application');
  const roleRanks = row.group_roles
    .filter((one) => groups.includes(one.group))
    .map((one) => ssoRoles.indexOf(one.role));
  return ssoRoles[Math.max(0, ...roleRanks)]!;
};

const add = async (on: On, row: SsoRow, claims: Claims, email: string): Promise<string> => {
  if (!row.create_accounts) throw new SsoRejected('no_account', 'accounts are not made at sign-in');
  await requireLicence(on.tx);
  const id = await addBySync(on.tx, {
    email,
    last_name: valueOf(claims, row.attributes.last_name).slice(0, 100),
    first_name: valueOf(claims, row.attributes.first_name).slice(0, 100),
    middle_name: '',
    position: valueOf(claims, row.attributes.position).slice(0, 200),
    department_id: null,
  });
  await log(on, 'employee.added', id, { email: [null, email], role: [null, 'employee'] });
  return id;
};

const log = (on: On, action: string, id: string, changes: Record<string, [string | null, string]>) =>
  writeAudit(
    on.tx,
    { action, actorId: null, actorName: ACTOR, address: on.address },
    { kind: 'employee', id, changes },
  );

/** The person whose subject the answer names; undefined if nobody is bound to it. */
const findBound = async (on: On, identity: Identity | undefined): Promise<string | undefined> => {
  const found = identity?.subject_hash ? await findBySubject(on.tx, identity.subject_hash) : undefined;
  if (found?.deleted_at) throw new SsoRejected('no_account', 'the person was removed');
  return found?.id;
};

/** The person of the address, who is added if that is allowed. */
const findOrAdd = async (on: On, row: SsoRow, claims: Claims, email: string): Promise<string> => {
  if (email === '') throw new SsoRejected('no_address', 'the provider names no email address');
  if (!(await verifiedSenderDomains(on.tx)).includes(domainOf(email)))
    throw new SsoRejected('domain', 'the domain of the address is not verified by the organisation');
  const found = await findPersonByAddress(on.tx, email);
  if (found?.deleted_at) throw new SsoRejected('no_account', 'the person was removed');
  return found?.id ?? add(on, row, claims, email);
};

/** Binds a person to the subject of the answer, or rejects an answer with another subject than the bound one. */
const requireSubject = async (on: On, row: SsoRow, id: string, identity: Identity | undefined): Promise<void> => {
  const bound = await findIdentity(on.tx, id, providerHash(row));
  if (bound === undefined && identity !== undefined) {
    await bindIdentity(on.tx, id, identity);
    await log(on, 'employee.sso_linked', id, {});
  }
  if (bound === undefined) return;
  const isSame =
    bound.subject_hash === null ? identity?.subject_hash === null : identity?.subject_hash?.equals(bound.subject_hash);
  if (!isSame) throw new SsoRejected('other_subject', 'the person of the address is linked to another subject', id);
};

/**
 * Finds the person whom the provider named, or adds the person, and applies the role of the groups. A bound subject decides alone;
 * the address decides at the first sign-in, and where the provider names people by their address (decision 0267).
 */
export const admitPerson = async (on: On, row: SsoRow, claims: Claims): Promise<string> => {
  const email = addressOf(row, claims);
  const identity = identityOf(row, claims, email);
  const bound = await findBound(on, identity);
  const id = bound ?? (await findOrAdd(on, row, claims, email));
  const person = (await lockEmployee(on.tx, id))!;
  if (bound === undefined) await requireSubject(on, row, id, identity);
  const role = (ssoRoles as readonly string[]).includes(person.role) ? roleOfGroups(row, claims) : undefined;
  if (role !== undefined && role !== person.role) {
    await updateEmployee(on.tx, id, { role });
    await handleRoleChange(on, [id]);
    await log(on, 'employee.changed', id, { role: [person.role, role] });
  }
  await markRegistered(on.tx, id);
  return id;
};
