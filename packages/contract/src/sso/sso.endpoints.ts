import { z } from 'zod';
import { ownAuthorities } from '../connection.schema.ts';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list } from '../paging.ts';
import { proofErrors } from '../session/proof.rules.ts';
import { emailInput, linkToken, ownPassword, signedIn } from '../session/session.schema.ts';
import { SSO_METADATA_BYTES, SSO_URL_MAX, ssoAdmin, ssoProtocols } from './sso.rules.ts';
import { ssoDiagnosis, ssoInput, ssoMetadata, ssoProbe, ssoSettings } from './sso.schema.ts';

const allow = 'admin.settings.adfs';

export const ssoEndpoints = defineEndpoints({
  'sso.find': {
    method: 'POST', path: '/auth/sso/find', permission: 'public',
    about: 'The organisations with single sign-on whose verified domain is that of the address. It does not tell whether the person is known.',
    body: z.strictObject({ email: emailInput }),
    response: list(z.object({ organization_id: z.uuid(), title: z.string(), protocol: z.enum(ssoProtocols), forced: z.boolean() })),
    errors: ['request.rate_limited'], audit: { none: 'reads only; the address stays out of logs of addresses' }, touches: [],
  },
  'sso.start': {
    method: 'POST', path: '/auth/sso/start', permission: 'public',
    about: 'Begins a sign-in. The page keeps the binding and leaves for the address of the provider.',
    body: z.strictObject({ organization_id: z.uuid(), email: emailInput.optional() }),
    response: z.object({ url: z.string(), binding: z.string() }),
    errors: ['sso.off', 'sso.provider_unreachable', 'secret.lost', 'request.rate_limited'],
    audit: { none: 'nothing happens before the provider has answered' }, touches: [], secret: true,
  },
  'sso.complete': {
    method: 'POST', path: '/auth/sso/complete', permission: 'public',
    about: 'Exchanges the one-time ticket of a return and the binding of the same browser for a session.',
    body: z.strictObject({ ticket: linkToken, binding: linkToken }), response: signedIn,
    errors: ['sso.ticket_invalid', 'request.rate_limited'],
    audit: { own: 'session.sso_signed_in' }, touches: ['session'], secret: true,
  },
  'sso.get': {
    method: 'GET', path: '/settings/sso', permission: allow,
    about: 'Single sign-on of the organisation, with the addresses that its provider needs.',
    response: ssoSettings,
  },
  'sso.save': {
    method: 'PUT', path: '/settings/sso', permission: allow, least: ssoAdmin,
    about: 'Saves single sign-on with a proof of identity (session.proof) and reports the change to the administrators by email. Another issuer or client clears the stored client secret.',
    body: ssoInput, response: ssoSettings,
    errors: ['common.stale_version', 'connection.ca_invalid', 'sso.incomplete', 'sso.provider_unreachable', 'sso.certificate_invalid', 'sso.break_glass', 'sso.domain_missing', ...proofErrors],
    audit: { action: 'sso.changed' }, touches: ['sso'],
  },
  'sso.add-certificate': {
    method: 'POST', path: '/settings/sso/certificates', permission: allow, least: ssoAdmin,
    about: 'Makes a second key and certificate and publishes it in the metadata; the active one stays in use.',
    response: ssoSettings, errors: ['common.conflict', 'common.not_found'],
    audit: { action: 'sso.certificate_added' }, touches: ['sso'],
  },
  'sso.activate-certificate': {
    method: 'POST', path: '/settings/sso/certificates/activate', permission: allow, least: ssoAdmin,
    about: 'Makes the second key the active one and removes the first.',
    response: ssoSettings, errors: ['common.not_found', 'secret.lost'],
    audit: { action: 'sso.certificate_activated' }, touches: ['sso'],
  },
  'sso.read-metadata': {
    method: 'POST', path: '/settings/sso/metadata', permission: allow, least: ssoAdmin, costs: 'connection',
    about: 'Reads the metadata of a SAML provider from an address or a text, without saving.',
    body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(SSO_URL_MAX).optional(), xml: z.string().max(SSO_METADATA_BYTES).optional(), ca: ownAuthorities }),
    response: ssoMetadata, errors: ['connection.ca_invalid', 'sso.metadata_invalid', 'sso.provider_unreachable', 'request.rate_limited'],
    transaction: { own: 'it asks an address, up to ten seconds' },
    audit: { none: 'nothing is saved' }, touches: [],
  },
  'sso.of-person': {
    method: 'GET', path: '/employees/:id/sso', permission: 'admin.staff.employees',
    about: 'Whether a person is linked to an account of the identity provider.',
    params: idParam, response: z.object({ linked: z.boolean(), unlinkable: z.boolean() }),
    errors: ['employee.not_found'],
  },
  'sso.unlink-person': {
    method: 'POST', path: '/employees/:id/sso/unlink', permission: 'admin.staff.employees', least: 'system_admin',
    about: 'Unlinks a person from the account of the identity provider. The next sign-in with the address of the person links again.',
    params: idParam, response: z.null(),
    errors: ['employee.not_found', 'employee.change_forbidden', 'sso.not_linked'],
    audit: { action: 'employee.sso_unlinked' }, touches: ['sso'],
  },
  'sso.unlink-all': {
    method: 'POST', path: '/settings/sso/unlink', permission: allow, least: ssoAdmin,
    about: 'Unlinks all people with a proof of identity (session.proof), after the provider has begun to name them in another way. Each next sign-in links again by the address.',
    body: z.strictObject({ password: ownPassword }), response: z.object({ count: z.int() }), errors: [...proofErrors],
    audit: { action: 'sso.all_unlinked' }, touches: ['sso'],
  },
  'sso.test': {
    method: 'POST', path: '/settings/sso/test', permission: allow, least: ssoAdmin, costs: 'connection',
    about: 'Checks a provider without signing in: certificates and address (SAML), address, discovery and keys (OpenID Connect). Returns the failed step with its reason. Client secret, redirect address, certificates in use and claims show only in a real sign-in.',
    body: ssoProbe, response: ssoDiagnosis, errors: ['connection.ca_invalid', 'sso.certificate_invalid', 'request.rate_limited'],
    transaction: { own: 'it speaks with the provider, up to ten seconds a step' },
    audit: { none: 'reads nothing of ours and changes nothing' }, touches: [],
  },
});
