import type { Platform } from '../../platform/context.ts';
import type { OwnKey } from './certificates.ts';
import type { OidcSetup } from './oidc.ts';
import type { SamlSetup } from './saml.ts';
import type { SsoRow } from './sso.repo.ts';

const BASE = '/lk/api/v2/auth/sso';
const about = (organizationId: string, what: string) => `sso_settings:${organizationId}:${what}`;

export const sealKey = (platform: Platform, organizationId: string, key: string) =>
  platform.secrets.seal(key, about(organizationId, 'key'));
export const sealClientSecret = (platform: Platform, organizationId: string, secret: string) =>
  platform.secrets.seal(secret, about(organizationId, 'client'));

/** The addresses by which a provider knows us. */
export const ownAddresses = (platform: Platform, organizationId: string) => {
  const base = `${platform.urls.portal}${BASE}`;
  return {
    entity_id: `${base}/${organizationId}/metadata`,
    metadata_url: `${base}/${organizationId}/metadata`,
    acs_url: `${base}/${organizationId}/acs`,
    redirect_uri: `${base}/callback`,
  };
};

/** Our keys of an organisation, the active one first. */
export const ownKeys = (platform: Platform, row: SsoRow): OwnKey[] => {
  const open = (sealed: Buffer) => platform.secrets.open(sealed, about(row.organization_id, 'key'));
  return [
    ...(row.certificate && row.key_sealed ? [{ certificate: row.certificate, key: open(row.key_sealed) }] : []),
    ...(row.next_certificate && row.next_key_sealed
      ? [{ certificate: row.next_certificate, key: open(row.next_key_sealed) }]
      : []),
  ];
};

export const samlSetup = (platform: Platform, row: SsoRow): SamlSetup => {
  const own = ownAddresses(platform, row.organization_id);
  return {
    entityId: own.entity_id,
    acsUrl: own.acs_url,
    idpEntityId: row.idp_entity_id,
    ssoUrl: row.idp_sso_url,
    idpCertificates: row.idp_certificates,
    keys: ownKeys(platform, row),
  };
};

export const oidcSetup = (platform: Platform, row: SsoRow): OidcSetup => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: row.client_secret_sealed
    ? platform.secrets.open(row.client_secret_sealed, about(row.organization_id, 'client'))
    : '',
  redirectUri: ownAddresses(platform, row.organization_id).redirect_uri,
});
