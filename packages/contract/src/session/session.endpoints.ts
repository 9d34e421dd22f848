import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list } from '../paging.ts';
import { code, emailInput, language, linkToken, me, password, recovered, runtimeConfig, signedIn, switchable } from './session.schema.ts';
import { AVATAR_BYTES, PASSWORD_MAX, RELEASE } from './session.rules.ts';

const byToken = z.strictObject({ token: linkToken });

export const sessionEndpoints = defineEndpoints({
  'session.config': {
    method: 'GET', path: '/lk/config.json', permission: 'public',
    about: 'The run-time configuration of the web.',
    response: runtimeConfig,
  },
  'session.login': {
    method: 'POST', path: '/auth/login', permission: 'public',
    about: 'Opens a session. The response and its time are the same for known and unknown addresses.',
    body: z.strictObject({ email: emailInput, password: z.string().min(1).max(PASSWORD_MAX) }),
    response: signedIn, errors: ['session.wrong_credentials', 'sso.required', 'request.rate_limited'],
    audit: { own: 'session.signed_in' }, touches: ['session'], secret: true,
  },
  'session.logout': {
    method: 'POST', path: '/auth/logout', permission: 'half-open',
    about: 'Ends the session at once.',
    response: z.null(), audit: { own: 'session.signed_out' }, touches: ['session'],
  },
  'session.verify-code': {
    method: 'POST', path: '/auth/two-factor/verify', permission: 'half-open',
    about: 'Completes two-factor authentication with the code from the email. The session gets a new token; the earlier token stops working.',
    body: z.strictObject({ code }), response: signedIn,
    errors: ['session.code_wrong', 'session.code_expired', 'request.rate_limited'],
    audit: { own: 'session.second_factor_passed' }, touches: ['session'], secret: true,
  },
  'session.resend-code': {
    method: 'POST', path: '/auth/two-factor/resend', permission: 'half-open',
    about: 'Sends a new code; the earlier code stops working.',
    response: z.object({ wait_seconds: z.int() }), errors: ['session.email_code_forbidden', 'request.rate_limited'],
    audit: { none: 'a code is neither power nor data' }, touches: [],
  },
  'session.registration': {
    method: 'GET', path: '/auth/registration/:token', permission: 'public',
    about: 'The person for whom a registration link was created.',
    params: byToken,
    response: z.object({ email: z.string(), full_name: z.string(), organization: z.string() }),
    errors: ['session.token_invalid', 'sso.required'],
  },
  'session.register': {
    method: 'POST', path: '/auth/registration/:token', permission: 'public',
    about: 'Sets the first password with a registration link and opens a session.',
    params: byToken, body: z.strictObject({ password }), response: signedIn,
    errors: ['session.token_invalid', 'session.password_weak', 'sso.required', 'request.rate_limited'],
    audit: { own: 'session.registered' }, touches: ['session'], secret: true,
  },
  'session.recovery-request': {
    method: 'POST', path: '/auth/recovery', permission: 'public',
    about: 'Sends a recovery link. Returns `accepted` for unknown addresses too, unless the organisation reveals them.',
    body: z.strictObject({ email: emailInput }),
    response: z.object({ status: z.enum(['accepted', 'unknown_email']) }),
    errors: ['request.rate_limited'],
    audit: { none: 'anyone can ask; the email itself is logged' }, touches: [],
  },
  'session.recovery': {
    method: 'GET', path: '/auth/recovery/:token', permission: 'public',
    about: 'Whether a recovery link is still valid.',
    params: byToken, response: z.object({ email: z.string() }), errors: ['session.token_invalid', 'sso.required'],
  },
  'session.recovery-confirm': {
    method: 'POST', path: '/auth/recovery/:token', permission: 'public',
    about: 'Sets a new password with a recovery link and ends every session of the person. Opens no session: the person signs in with the new password.',
    params: byToken, body: z.strictObject({ password }), response: recovered,
    errors: ['session.token_invalid', 'session.password_weak', 'sso.required', 'request.rate_limited'],
    audit: { own: 'session.password_recovered' }, touches: ['session'],
  },
  'session.change-password': {
    method: 'POST', path: '/auth/password', permission: 'signed-in', tenant: 'home',
    about: 'Changes the caller’s password and ends every other session. This session gets a new token; the earlier token stops working.',
    body: z.strictObject({ current: z.string().min(1).max(PASSWORD_MAX), password }), response: z.object({ token: z.string() }),
    errors: ['session.wrong_credentials', 'session.password_weak', 'request.rate_limited'],
    audit: { action: 'session.password_changed' }, touches: [], secret: true, renewsToken: true,
  },
  'session.address-request': {
    method: 'POST', path: '/auth/address', permission: 'admin', tenant: 'home',
    about: 'Requests a new address of the caller: a confirmation link is sent there. Addresses of employees are changed by administrators.',
    body: z.strictObject({ email: emailInput, password: z.string().min(1).max(PASSWORD_MAX) }), response: z.null(),
    errors: ['session.wrong_credentials', 'employee.email_invalid', 'employee.email_taken', 'request.rate_limited'],
    audit: { action: 'session.address_requested' }, touches: [],
  },
  'session.address': {
    method: 'GET', path: '/auth/address/:token', permission: 'public',
    about: 'The address that a link would confirm.',
    params: byToken, response: z.object({ email: z.string() }), errors: ['session.token_invalid'],
  },
  'session.address-confirm': {
    method: 'POST', path: '/auth/address/:token', permission: 'public',
    about: 'Makes the confirmed address the person’s address, revokes all links and ends every session.',
    params: byToken, response: z.null(), errors: ['session.token_invalid', 'employee.email_taken', 'request.rate_limited'],
    audit: { own: 'session.address_changed' }, touches: ['session'],
  },
  'session.set-language': {
    method: 'PATCH', path: '/auth/language', permission: 'signed-in', tenant: 'home',
    about: 'Stores the language of the interface and of emails to the caller.',
    body: z.strictObject({ language }), response: z.null(),
    audit: { none: 'a preference of the person alone' }, touches: [],
  },
  'session.see-release': {
    method: 'PATCH', path: '/auth/seen-release', permission: 'admin', tenant: 'home',
    about: 'Stores the newest release whose changes the caller has seen.',
    body: z.strictObject({ version: z.string().regex(RELEASE) }), response: z.null(),
    audit: { none: 'a mark of the person alone' }, touches: ['session'],
  },
  'session.me': {
    method: 'GET', path: '/users/me', permission: 'half-open',
    about: 'The person signed in; 404 while two-factor authentication or an authenticator app is due, 400 while consent is due.',
    response: me, errors: ['session.two_factor_required', 'session.authenticator_required', 'session.consent_required'],
  },
  'session.me-as': {
    method: 'GET', path: '/users/me/:id', permission: 'signed-in',
    about: 'The caller, or a person the caller may manage. No impersonation.',
    params: idParam, response: me, errors: ['employee.not_found'],
  },
  'session.consent': {
    method: 'POST', path: '/users/terms/processing_personal_data', permission: 'half-open',
    about: 'Consents to the processing of personal data, in the version of the text that was shown.',
    body: z.strictObject({ version: z.int().min(0).optional() }), response: z.null(), errors: ['session.consent_changed'], audit: { own: 'session.consented' }, touches: ['session'],
  },
  'session.avatar': {
    method: 'PATCH', path: '/users/avatar', permission: 'signed-in', tenant: 'home', costs: 'own',
    about: 'Replaces the caller’s picture.',
    transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
    upload: { avatar: AVATAR_BYTES }, response: z.object({ avatar_url: z.string() }),
    errors: ['file.type_rejected', 'request.too_large'],
    audit: { none: 'the own picture only' }, touches: ['session'],
  },
  'session.organizations': {
    method: 'GET', path: '/session/organizations', permission: 'admin.organization', tenant: 'home',
    about: 'The caller’s organisation and all its descendants, in which the caller may act.',
    response: list(switchable),
  },
  'session.switch-organization': {
    method: 'POST', path: '/session/organization', permission: 'admin.organization', tenant: 'home',
    about: 'Makes the session act in the caller’s organisation or in one of its descendants.',
    body: z.strictObject({ organization_id: z.uuid() }), response: switchable.omit({ parent_id: true }),
    errors: ['organization.not_found'],
    audit: { action: 'session.organization_switched' }, touches: ['session'],
  },
});
