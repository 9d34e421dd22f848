import type { Role } from '../access/roles.ts';
import { connectionCodes } from '../connection.rules.ts';

export const ssoProtocols = ['saml', 'oidc'] as const;
/** Roles that a group of the provider can give. */
export const ssoRoles = ['employee', 'content_manager', 'operator'] as const satisfies readonly Role[];
export const SSO_CERTIFICATES_MAX = 5;
export const SSO_GROUPS_MAX = 50;
export const SSO_TEXT_MAX = 500;
export const SSO_URL_MAX = 2_000;
/** Largest metadata file of a provider, in bytes. */
export const SSO_METADATA_BYTES = 1_000_000;
/** Lowest role that changes the settings: who chooses the provider can sign in as everyone. */
export const ssoAdmin = 'super_user' satisfies Role;

/** Why a sign-in through the provider failed; the page after the return has a text for each. */
export const ssoFailures = [
  'rejected',
  'expired',
  'provider',
  'no_account',
  'domain',
  'no_address',
  /** The person of the address is linked to another account of the provider. */
  'other_subject',
  'licence',
  'off',
  /** The provider left out the groups, because the person has too many. */
  'groups',
  'rate_limited',
  /** The portal could not work; nothing is wrong with the answer. */
  'failed',
] as const;
export type SsoFailure = (typeof ssoFailures)[number];

/** Steps of a check of a provider; SAML has the first two, OpenID Connect the last three. */
export const ssoSteps = ['certificates', 'address', 'discovery', 'keys'] as const;
/** Outcomes of a step. */
export const ssoCodes = [
  ...connectionCodes,
  'certificate_expired',
  'unavailable',
  'no_provider',
  'issuer_differs',
  'pkce_missing',
  'keys_missing',
] as const;
export type SsoStep = (typeof ssoSteps)[number];
export type SsoCode = (typeof ssoCodes)[number];

/** Attribute names that ADFS and Entra ID use. */
export const usualSsoAttributes = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  first_name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  last_name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  position: '',
  groups: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
} as const;
/** Claim names of OpenID Connect. */
export const usualClaims = {
  email: 'email',
  first_name: 'given_name',
  last_name: 'family_name',
  position: '',
  groups: 'groups',
} as const;
