import type { Input } from '@sergak/contract/endpoint.ts';
import type { ssoEndpoints } from '@sergak/contract/sso/sso.endpoints.ts';
import type { SsoSettings } from '@sergak/contract/sso/sso.schema.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import { requireCertificates } from '../../platform/authorities.ts';
import { AppError } from '../../platform/errors.ts';
import { limitRate } from '../../platform/rate.ts';
import { requireVersion } from '../../platform/version.ts';
import { openSealed, sealGiven, stateOf } from '../../platform/sealed.ts';
import { endPasswordSessions, requireProof } from '../session/public.ts';
import { verifiedSenderDomains } from '../settings/public.ts';
import { describeCertificate, makeOwnKey, readCertificate } from './certificates.ts';
import { describeChanges, unset } from './changes.ts';
import { isAcceptableAddress, isLoopbackUrl, requestGuarded } from '../../platform/guarded-request.ts';
import { addressGuard, mayUseLoopback } from '../../platform/outgoing.ts';
import { readProviderMetadata } from './provider-metadata.ts';
import { reportChange } from './notices.service.ts';
import { ownAddresses, sealedClientSecret, sealedKey, sealKey } from './setup.ts';
import { listBreakGlassPeople } from './sso.query.ts';
import * as repo from './sso.repo.ts';

type In<K extends keyof typeof ssoEndpoints> = Input<(typeof ssoEndpoints)[K]>;
type On = Pick<Ctx, 'tx' | 'platform' | 'viewer'>;

/** Single sign-on of the organisation, with what its provider needs. Secrets are never shown. */
export const readSsoSettings = async ({ tx, platform, viewer }: On): Promise<SsoSettings> => {
  const organizationId = viewer.scope.organizationId;
  const row = (await repo.findSettings(tx)) ?? { ...unset, organization_id: organizationId };
  const {
    organization_id: _organization,
    client_secret_sealed,
    certificate,
    key_sealed,
    next_certificate,
    next_key_sealed: _next,
    ...shown
  } = row;
  const own = [certificate, next_certificate].filter((one) => one !== null);
  return {
    ...shown,
    ...ownAddresses(platform, organizationId),
    client_secret_state: stateOf(platform, sealedClientSecret(organizationId, client_secret_sealed)),
    key_state: stateOf(platform, sealedKey(organizationId, key_sealed)),
    idp_certificate_facts: row.idp_certificates.map(describeCertificate),
    own_certificates: own.map((pem, index) => ({ ...describeCertificate(pem), active: index === 0 })),
    break_glass_people: await listBreakGlassPeople(tx),
    verified_domains: await verifiedSenderDomains(tx),
  };
};

const isComplete = (input: In<'sso.save'>): boolean =>
  input.attributes.email !== '' &&
  (input.attributes.groups !== '' || input.group_roles.length === 0) &&
  (input.protocol === 'saml'
    ? input.idp_entity_id !== '' && input.idp_sso_url !== '' && input.idp_certificates.length > 0
    : input.issuer !== '' && input.client_id !== '' && isAcceptableAddress(new URL(input.issuer)));

/** A provider on this machine is set by people who may use it; one that is stored stays. */
const requireReachable = async (ctx: On, { issuer }: In<'sso.save'>, before: repo.SsoRow | undefined) => {
  if (issuer === before?.issuer || !isLoopbackUrl(issuer)) return;
  const { hostname } = new URL(issuer);
  const host = hostname.replace(/^\[|\]$/g, '');
  const mayUse = addressGuard(ctx.platform, host, { loopback: await mayUseLoopback(ctx) });
  if (!mayUse('127.0.0.1')) throw new AppError('sso.provider_unreachable');
};

const requireUsable = async (ctx: On, input: In<'sso.save'>) => {
  if (input.forced && !input.enabled) throw new AppError('sso.incomplete');
  if (!input.enabled) return;
  if (!isComplete(input)) throw new AppError('sso.incomplete');
  if ((await verifiedSenderDomains(ctx.tx)).length === 0) throw new AppError('sso.domain_missing');
};

const requireBreakGlass = async (ctx: On, input: In<'sso.save'>) => {
  const { break_glass_id: id } = input;
  if (id === null && !input.forced) return;
  const people = await listBreakGlassPeople(ctx.tx);
  if (!people.some((one) => one.id === id)) throw new AppError('sso.break_glass');
};

/** Certificates as PEM; throws `sso.certificate_invalid`. */
export const readProviderCertificates = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    const pem = readCertificate(text);
    if (pem === null) throw new AppError('sso.certificate_invalid');
    return pem;
  });

/** Our stored keys. A missing or lost one is replaced, and a lost second one is dropped. */
const usableKeys = async (platform: Platform, organizationId: string, row: repo.SsoRow | undefined) => {
  const isUsable = (sealed: Buffer | null | undefined): boolean =>
    stateOf(platform, sealedKey(organizationId, sealed ?? null)) === 'set';
  const next = isUsable(row?.next_key_sealed)
    ? { next_certificate: row!.next_certificate, next_key_sealed: row!.next_key_sealed }
    : { next_certificate: null, next_key_sealed: null };
  if (isUsable(row?.key_sealed)) return { certificate: row!.certificate, key_sealed: row!.key_sealed, ...next };
  const ownKey = await makeOwnKey(new URL(platform.urls.portal).hostname);
  return { certificate: ownKey.certificate, key_sealed: sealKey(platform, organizationId, ownKey.key), ...next };
};

/**
 * Saves single sign-on and reports the change to the administrators. Another issuer or client clears the stored client
 * secret; the first save makes our key, and a save replaces a lost one. In forced mode, sessions end that a password opened and could not open now.
 */
export const saveSsoSettings = async (ctx: Ctx, input: In<'sso.save'>) => {
  const { tx, platform, viewer } = ctx;
  const organizationId = viewer.scope.organizationId;
  const { client_secret, password, version, ...fields } = input;
  await requireProof(ctx, password);
  const before = await repo.lockSettings(tx);
  requireVersion(before, version);
  requireCertificates(input.ca);
  await requireReachable(ctx, input, before);
  await requireUsable(ctx, input);
  await requireBreakGlass(ctx, input);
  const isSameClient = before?.issuer === input.issuer && before?.client_id === input.client_id;
  const kept = isSameClient ? (before?.client_secret_sealed ?? null) : null;
  const keys = await usableKeys(platform, organizationId, before);
  const after = {
    ...fields,
    idp_certificates: readProviderCertificates(input.idp_certificates),
    client_secret_sealed: sealGiven(platform, client_secret, sealedClientSecret(organizationId, kept)),
    ...keys,
    version: version + 1,
  };
  await repo.putSettings(tx, after);
  if (after.forced) await endPasswordSessions(tx, ctx.tokenHash, after.break_glass_id!);
  const entry = {
    kind: 'sso',
    title: null,
    changes: describeChanges(platform, organizationId, before, after),
  } as const;
  await reportChange(tx, entry, viewer);
  return new Logged(await readSsoSettings(ctx), entry);
};

/** Publishes a second key, so that the provider can learn its certificate before it is used. A lost key is replaced at once. */
export const addCertificate = async (ctx: Ctx) => {
  const row = await repo.lockSettings(ctx.tx);
  if (!row?.certificate) throw new AppError('common.not_found');
  if (stateOf(ctx.platform, sealedKey(row.organization_id, row.key_sealed)) === 'lost') {
    await repo.setKeys(ctx.tx, await usableKeys(ctx.platform, row.organization_id, row));
    return new Logged(await readSsoSettings(ctx), { kind: 'sso', title: null });
  }
  if (row.next_certificate) throw new AppError('common.conflict');
  const ownKey = await makeOwnKey(new URL(ctx.platform.urls.portal).hostname);
  const { certificate, key_sealed } = row;
  const next = {
    next_certificate: ownKey.certificate,
    next_key_sealed: sealKey(ctx.platform, row.organization_id, ownKey.key),
  };
  await repo.setKeys(ctx.tx, { certificate, key_sealed, ...next });
  return new Logged(await readSsoSettings(ctx), { kind: 'sso', title: null });
};

/** Ends a roll-over: the second key signs from now on, the first one is deleted. */
export const activateCertificate = async (ctx: Ctx) => {
  const row = await repo.lockSettings(ctx.tx);
  if (!row?.next_certificate) throw new AppError('common.not_found');
  openSealed(ctx.platform, sealedKey(row.organization_id, row.next_key_sealed));
  await repo.setKeys(ctx.tx, {
    certificate: row.next_certificate,
    key_sealed: row.next_key_sealed,
    next_certificate: null,
    next_key_sealed: null,
  });
  return new Logged(await readSsoSettings(ctx), { kind: 'sso', title: null });
};

/** Reads the metadata of a provider from its address or from a text. */
export const readMetadata = async (ctx: OwnCtx, input: In<'sso.read-metadata'>) => {
  const { platform, viewer } = ctx;
  requireCertificates(input.ca);
  await limitRate(platform.db, `sso-provider:${viewer.id}`, 20, 300);
  if (input.xml !== undefined) return readProviderMetadata(input.xml);
  if (input.url === undefined) throw new AppError('sso.metadata_invalid');
  const loopback = isLoopbackUrl(input.url) && (await mayUseLoopback(ctx));
  const got = await requestGuarded(platform, input.url, { loopback, ca: input.ca }).catch(() => null);
  if (got?.status !== 200) throw new AppError('sso.provider_unreachable');
  return readProviderMetadata(got.body.toString('utf8'));
};
