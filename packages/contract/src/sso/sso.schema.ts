import { z } from 'zod';
import { instant } from '../paging.ts';
import { ownPassword } from '../session/session.schema.ts';
import {
  SSO_CERTIFICATES_MAX,
  SSO_GROUPS_MAX,
  SSO_TEXT_MAX,
  SSO_URL_MAX,
  ssoCodes,
  ssoProtocols,
  ssoRoles,
  ssoSteps,
} from './sso.rules.ts';
import { diagnosisOf, ownAuthorities } from '../connection.schema.ts';
import { sealedState } from '../sealed.schema.ts';

const text = z.string().trim().max(SSO_TEXT_MAX);
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(SSO_URL_MAX)]);

/** Names of the attributes or claims that hold the data of a person; empty: not read. */
export const ssoAttributes = z.strictObject({
  email: text,
  first_name: text,
  last_name: text,
  position: text,
  groups: text,
});
export type SsoAttributes = z.output<typeof ssoAttributes>;

const shared = {
  protocol: z.enum(ssoProtocols),
  enabled: z.boolean(),
  /** Passwords open no session, except that of `break_glass_id`. */
  forced: z.boolean(),
  break_glass_id: z.uuid().nullable(),
  /** Adds unknown people of verified domains at their first sign-in. */
  create_accounts: z.boolean(),
  /** SAML: name, sign-in address and signing certificates (PEM) of the provider. */
  idp_entity_id: text,
  idp_sso_url: address,
  idp_certificates: z.array(z.string().trim().min(1).max(10_000)).max(SSO_CERTIFICATES_MAX),
  /** OpenID Connect. */
  issuer: address,
  client_id: text,
  /** For requests of the portal to the provider. */
  ca: ownAuthorities,
  attributes: ssoAttributes,
  group_roles: z.array(z.strictObject({ group: text.min(1), role: z.enum(ssoRoles) })).max(SSO_GROUPS_MAX),
};

/** The client secret is written, never read; without one the stored secret is kept, unless issuer or client change. */
export const ssoInput = z.strictObject({
  ...shared,
  client_secret: z.string().max(SSO_TEXT_MAX).optional(),
  password: ownPassword,
  version: z.int(),
});

export const ssoCertificate = z.object({ subject: z.string(), fingerprint: z.string(), expires_at: instant });

export const ssoSettings = z.object({
  ...shared,
  client_secret_state: sealedState,
  /** Our active key. A save replaces a lost one; the provider then has to read our metadata again. */
  key_state: sealedState,
  idp_certificate_facts: z.array(ssoCertificate),
  /** What the provider needs to know about us. */
  entity_id: z.string(),
  acs_url: z.string(),
  metadata_url: z.string(),
  redirect_uri: z.string(),
  /** Our signing and encryption certificates; the second one is published for roll-over. Empty before the first save. */
  own_certificates: z.array(ssoCertificate.extend({ active: z.boolean() })),
  /** Super users who can keep their password in forced mode. */
  break_glass_people: z.array(z.object({ id: z.uuid(), full_name: z.string(), email: z.string() })),
  verified_domains: z.array(z.string()),
  last_success_at: instant.nullable(),
  version: z.int(),
});
export type SsoSettings = z.output<typeof ssoSettings>;

/** Metadata of a provider, read but not saved. */
export const ssoMetadata = z.object({
  idp_entity_id: z.string(),
  idp_sso_url: z.string(),
  idp_certificates: z.array(z.string()),
});

/** The provider to check: what the form says, saved or not. */
export const ssoProbe = z.strictObject({
  protocol: shared.protocol,
  idp_sso_url: shared.idp_sso_url,
  idp_certificates: shared.idp_certificates,
  issuer: shared.issuer,
  ca: ownAuthorities,
});
export const ssoDiagnosis = diagnosisOf(ssoSteps, ssoCodes);
export type SsoDiagnosis = z.output<typeof ssoDiagnosis>;
