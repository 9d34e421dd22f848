import { randomBytes, timingSafeEqual } from 'node:crypto';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { ssoEndpoints } from '@sergak/contract/sso/sso.endpoints.ts';
import type { OpenCtx, Platform } from '../../platform/context.ts';
import { inSystem, inTenant, type TenantMode, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { lockPerson, openSession } from '../session/public.ts';
import { rejected, SsoRejected } from './failure.ts';
import { authorizeAddress, newOidcRequest, readClaims } from './oidc.ts';
import { admitPerson } from './person.service.ts';
import { answeredRequest, checkSamlResponse, ownMetadata, samlRequestAddress } from './saml.ts';
import type { Claims } from './saml-checks.ts';
import { oidcSetup, ownAddresses, ownKeys, samlSetup } from './setup.ts';
import { findByDomain, organizationExists } from './sso.query.ts';
import * as repo from './sso.repo.ts';

type In<K extends keyof typeof ssoEndpoints> = Input<(typeof ssoEndpoints)[K]>;

/** Calls of a network in 15 minutes: three for each of 5,000 people of an office, who all begin to work at nine. */
const CALLS_MAX = 20_000;
const limit = (ctx: Pick<OpenCtx, 'platform' | 'request'>) =>
  limitRate(ctx.platform.db, `sso:address:${networkOf(ctx.request.address)}`, CALLS_MAX, 900);

const inOne = <T>(platform: Platform, organizationId: string, mode: TenantMode, work: (tx: Tx) => Promise<T>) =>
  inTenant(platform.db, { organizationId, readable: [organizationId] }, mode, work);

/** Single sign-on of an organisation that is switched on; undefined if there is none. */
export const findEnabled = async (platform: Platform, organizationId: string): Promise<repo.SsoRow | undefined> => {
  if (!(await inSystem(platform.db, (tx) => organizationExists(tx, organizationId)))) return undefined;
  const row = await inOne(platform, organizationId, 'read', repo.findSettings);
  return row?.enabled ? row : undefined;
};

/** Organisations with single sign-on for the domain of an address. */
export const findProviders = async (ctx: OpenCtx, { email }: In<'sso.find'>) => {
  await limit(ctx);
  return { data: await inSystem(ctx.platform.db, (tx) => findByDomain(tx, domainOf(email))) };
};

/** Begins a sign-in: stores the request and answers the address of the provider (decision 0266). */
export const startSignIn = async (ctx: OpenCtx, input: In<'sso.start'>) => {
  await limit(ctx);
  const { platform } = ctx;
  const row = await findEnabled(platform, input.organization_id);
  if (!row) throw new AppError('sso.off');
  const binding = newToken();
  if (row.protocol === 'saml') {
    const id = `_${randomBytes(20).toString('hex')}`;
    const url = await samlRequestAddress(samlSetup(platform, row), id);
    await inOne(platform, row.organization_id, 'write', (tx) => repo.insertRequest(tx, { id, binding }));
    return { url, binding };
  }
  const { state: id, ...secrets } = newOidcRequest();
  const url = await authorizeAddress(platform, oidcSetup(platform, row), { state: id, ...secrets }, input.email).catch(
    (error: unknown) => {
      platform.log.warn({ err: error, request_id: ctx.request.id }, 'a provider of single sign-on did not answer');
      throw new AppError('sso.provider_unreachable');
    },
  );
  await inOne(platform, row.organization_id, 'write', (tx) => repo.insertRequest(tx, { id, binding, ...secrets }));
  return { url, binding };
};

/** Exchanges a ticket for a session. A ticket is used up even if the binding is wrong. */
export const completeSignIn = async (ctx: OpenCtx, input: In<'sso.complete'>) => {
  await limit(ctx);
  const { db } = ctx.platform;
  const taken = await inSystem(db, (tx) => repo.takeTicket(tx, input.ticket));
  if (!taken?.employee_id || !timingSafeEqual(taken.binding_hash, digest(input.binding)))
    throw new AppError('sso.ticket_invalid');
  return inSystem(db, async (tx) => {
    const person = await lockPerson(tx, taken.employee_id!);
    if (!person) throw new AppError('sso.ticket_invalid');
    return openSession(ctx, tx, person, 'session.sso_signed_in');
  });
};

/** Our SAML metadata for the provider of an organisation; null if it has no key yet, or has lost it. */
export const readOwnMetadata = async (platform: Platform, organizationId: string): Promise<string | null> => {
  if (!(await inSystem(platform.db, (tx) => organizationExists(tx, organizationId)))) return null;
  const row = await inOne(platform, organizationId, 'read', repo.findSettings);
  if (!row?.certificate) return null;
  const own = ownAddresses(platform, organizationId);
  const keys = ownKeys(platform, row);
  return keys.length === 0 ? null : ownMetadata({ entityId: own.entity_id, acsUrl: own.acs_url, keys });
};

type Answered = {
  readonly row: repo.SsoRow;
  readonly requestId: string;
  readonly claims: Claims;
  /** SAML only: the assertion, which works once. */
  readonly assertion?: { readonly id: string; readonly expiresAt: Date };
};
type Visit = { readonly platform: Platform; readonly address: string };

/** Uses the request up, admits the person and stores the ticket, in one transaction. Returns the ticket. */
const acceptAnswer = (visit: Visit, { row, requestId, claims, assertion }: Answered): Promise<string> =>
  inOne(visit.platform, row.organization_id, 'write', async (tx) => {
    if (!(await repo.useRequest(tx, requestId))) throw new SsoRejected('expired', 'the request was answered before');
    if (assertion && !(await repo.rememberAssertion(tx, assertion.id, assertion.expiresAt)))
      throw rejected('the assertion was used before');
    const employeeId = await admitPerson({ ...visit, tx }, row, claims);
    const ticket = newToken();
    await repo.setTicket(tx, requestId, ticket, employeeId);
    await repo.markSuccess(tx);
    return ticket;
  });

/** Checks the response that a SAML provider sent through the browser. Returns a ticket. */
export const receiveSaml = async (visit: Visit, organizationId: string, xml: string): Promise<string> => {
  const row = await findEnabled(visit.platform, organizationId);
  if (row?.protocol !== 'saml') throw new SsoRejected('off', 'single sign-on is off');
  const setup = samlSetup(visit.platform, row);
  const requestId = answeredRequest(setup, xml);
  const waiting = await inOne(visit.platform, organizationId, 'read', (tx) => repo.findSignInRequest(tx, requestId));
  if (!waiting) throw new SsoRejected('expired', 'the request is unknown, expired or was answered before');
  const { claims, ...assertion } = await checkSamlResponse(setup, xml, requestId);
  return acceptAnswer(visit, { row, requestId, claims, assertion });
};

/** The claims that the settings name. Without the address nobody is found, and without groups that give roles the role is unknown. */
const wantedClaims = ({ attributes, group_roles }: repo.SsoRow) => ({
  names: Object.values(attributes).filter((name) => name !== ''),
  required: [attributes.email, ...(group_roles.length > 0 ? [attributes.groups] : [])].filter((name) => name !== ''),
});

/** The organisation whose request a state names; undefined if the request is unknown or over. */
export const findOrganizationOfState = (platform: Platform, state: string): Promise<string | undefined> =>
  inSystem(platform.db, (tx) => repo.organizationOfRequest(tx, state));

/** Exchanges the code that an OpenID Connect provider sent through the browser. Returns a ticket. */
export const receiveOidc = async (visit: Visit, state: string, query: string): Promise<string> => {
  const { platform } = visit;
  const organizationId = await findOrganizationOfState(platform, state);
  const row = organizationId ? await findEnabled(platform, organizationId) : undefined;
  if (row?.protocol !== 'oidc') throw new SsoRejected('expired', 'the request is unknown');
  const waiting = await inOne(platform, row.organization_id, 'read', (tx) => repo.findSignInRequest(tx, state));
  if (!waiting?.nonce || !waiting.code_verifier)
    throw new SsoRejected('expired', 'the request expired or was answered');
  const request = { state, nonce: waiting.nonce, codeVerifier: waiting.code_verifier };
  const claims = await readClaims(platform, oidcSetup(platform, row), request, query, wantedClaims(row));
  return acceptAnswer(visit, { row, requestId: state, claims });
};
