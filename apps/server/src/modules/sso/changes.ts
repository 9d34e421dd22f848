import { usualAttributes } from '@sergak/contract/sso/sso.rules.ts';
import { fingerprintsOf } from '../../platform/authorities.ts';
import { describeCertificate } from './certificates.ts';
import type { SsoRow } from './sso.repo.ts';

/** Settings before the first save. */
export const unset: Omit<SsoRow, 'organization_id'> = {
  protocol: 'saml',
  enabled: false,
  forced: false,
  break_glass_id: null,
  create_accounts: false,
  idp_entity_id: '',
  idp_sso_url: '',
  idp_certificates: [],
  issuer: '',
  client_id: '',
  client_secret_sealed: null,
  ca: '',
  attributes: { ...usualAttributes },
  group_roles: [],
  certificate: null,
  key_sealed: null,
  next_certificate: null,
  next_key_sealed: null,
  last_success_at: null,
  version: 0,
};

const certificatesOf = ({ idp_certificates }: Pick<SsoRow, 'idp_certificates'>) =>
  idp_certificates.map((pem) => {
    const { fingerprint, expires_at } = describeCertificate(pem);
    return `${fingerprint} · ${expires_at.slice(0, 10)}`;
  });
const providerOf = (row: Pick<SsoRow, 'protocol' | 'issuer' | 'idp_entity_id'>) =>
  row.protocol === 'oidc' ? row.issuer : row.idp_entity_id;
/** In a fixed order: the database does not keep that of an object. */
const attributeNames = ['email', 'last_name', 'first_name', 'position', 'groups'] as const;
const attributesOf = ({ attributes }: Pick<SsoRow, 'attributes'>) =>
  attributeNames.map((field) => `${field}: ${attributes[field]}`);
const groupsOf = ({ group_roles }: Pick<SsoRow, 'group_roles'>) =>
  group_roles.map(({ group, role }) => `${group}: ${role}`);

/** What happened to the client secret, in words of the audit log; the secret itself is never logged. */
const secretPair = (was: Buffer | null, became: Buffer | null) => {
  const before = was === null ? null : 'stored';
  if (became === null) return [before, null] as const;
  return [before, was === null || was.equals(became) ? 'stored' : 'replaced'] as const;
};

/** All settings before and after a save, for the audit log. */
export const changesOf = (before: SsoRow | undefined, after: Omit<SsoRow, 'organization_id' | 'last_success_at'>) => {
  const was = before ?? unset;
  return {
    protocol: [before?.protocol, after.protocol],
    enabled: [was.enabled, after.enabled],
    forced: [was.forced, after.forced],
    break_glass: [was.break_glass_id, after.break_glass_id],
    create_accounts: [was.create_accounts, after.create_accounts],
    issuer: [providerOf(was), providerOf(after)],
    idp_sso_url: [was.idp_sso_url, after.idp_sso_url],
    idp_certificates: [certificatesOf(was), certificatesOf(after)],
    client_id: [was.client_id, after.client_id],
    client_secret: secretPair(was.client_secret_sealed, after.client_secret_sealed),
    ca: [fingerprintsOf(was.ca), fingerprintsOf(after.ca)],
    attributes: [attributesOf(was), attributesOf(after)],
    group_roles: [groupsOf(was), groupsOf(after)],
  } as const;
};
