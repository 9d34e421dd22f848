import type { Platform } from '../../platform/context.ts';
import { openSealed, readSealed, sealedColumn } from '../../platform/sealed.ts';
import type { OwnKey } from './certificates.ts';
import type { OidcSetup } from './oidc.ts';
import type { SamlSetup } from './saml.ts';
import type { SsoRow } from './sso.repo.ts';

const BASE = '/lk/api/v2/auth/sso';
const about = (organizationId: string, what: string) => `sso_settings:${organizationId}:${what}`;

export const sealKey = (platform: Platform, organizationId: string, key: string) =>
  platform.secrets.seal(key, about(organizationId, 'key'));
/** A stored key and the stored client secret of an organisation. */
export const sealedKey = (organizationId: string, sealed: Buffer | null) => ({
  sealed,
  about: about(organizationId, 'key'),
});
export const sealedClientSecret = (organizationId: string, sealed: Buffer | null) => ({
  sealed,
  about: about(organizationId, 'client'),
});

const column = (title: string, name: string, what: string) =>
  sealedColumn(title, { table: 'sso_settings', column: name, key: ['organization_id'] }, (key) =>
    about(key['organization_id']!, what),
  );
/** The stored keys and client secrets, for the change of the secret of the installation. */
export const sealedValues = [
  column('client secrets of single sign-on', 'client_secret_sealed', 'client'),
  column('keys of single sign-on', 'key_sealed', 'key'),
  column('next keys of single sign-on', 'next_key_sealed', 'key'),
];

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

/** Our keys of an organisation that can be opened, the active one first. */
export const ownKeys = (platform: Platform, row: SsoRow): OwnKey[] => {
  const pairs = [
    { certificate: row.certificate, sealed: row.key_sealed },
    { certificate: row.next_certificate, sealed: row.next_key_sealed },
  ];
  return pairs.flatMap(({ certificate, sealed }) => {
    const key = readSealed(platform, sealedKey(row.organization_id, sealed)).text;
    return certificate && key ? [{ certificate, key }] : [];
  });
};

/** Throws `secret.lost` if the key that signs cannot be opened. */
export const samlSetup = (platform: Platform, row: SsoRow): SamlSetup => {
  openSealed(platform, sealedKey(row.organization_id, row.key_sealed));
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

/** Throws `secret.lost` if the client secret cannot be opened. */
export const oidcSetup = (platform: Platform, row: SsoRow): OidcSetup => ({
  issuer: row.issuer,
  clientId: row.client_id,
  ca: row.ca,
  clientSecret: openSealed(platform, sealedClientSecret(row.organization_id, row.client_secret_sealed)),
  redirectUri: ownAddresses(platform, row.organization_id).redirect_uri,
});
