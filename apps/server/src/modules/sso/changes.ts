import { usualSsoAttributes } from '@sergak/contract/sso/sso.rules.ts';
import { auditFields } from '@sergak/contract/audit/audit.rules.ts';
import { changesOf } from '../../platform/audit.ts';
import { fingerprintsOf } from '../../platform/authorities.ts';
import type { Platform } from '../../platform/context.ts';
import { sealedChange } from '../../platform/sealed.ts';
import { describeCertificate } from './certificates.ts';
import { sealedClientSecret } from './setup.ts';
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
  attributes: { ...usualSsoAttributes },
  group_roles: [],
  certificate: null,
  key_sealed: null,
  next_certificate: null,
  next_key_sealed: null,
  last_success_at: null,
  version: 0,
};

/** In a fixed order: the database does not keep that of an object. */
const attributeNames = ['email', 'last_name', 'first_name', 'position', 'groups'] as const;
type Shown = Omit<SsoRow, 'organization_id' | 'last_success_at'>;
const forLog = (row: Shown) => ({
  ...row,
  break_glass: row.break_glass_id,
  issuer: row.protocol === 'oidc' ? row.issuer : row.idp_entity_id,
  idp_certificates: row.idp_certificates.map((pem) => {
    const { fingerprint, expires_at } = describeCertificate(pem);
    return `${fingerprint} · ${expires_at.slice(0, 10)}`;
  }),
  ca: fingerprintsOf(row.ca),
  attributes: attributeNames.map((field) => `${field}: ${row.attributes[field]}`),
  group_roles: row.group_roles.map(({ group, role }) => `${group}: ${role}`),
});
const audited = auditFields.sso.filter((field) => field !== 'client_secret');

/** All settings before and after a save, for the audit log; the client secret itself is never logged. */
export const describeChanges = (
  platform: Platform,
  organizationId: string,
  before: SsoRow | undefined,
  after: Shown,
) => ({
  ...changesOf(forLog(before ?? unset), forLog(after), audited),
  protocol: [before?.protocol, after.protocol] as const,
  client_secret: sealedChange(
    platform,
    sealedClientSecret(organizationId, null).about,
    before?.client_secret_sealed ?? null,
    after.client_secret_sealed,
  ),
});
