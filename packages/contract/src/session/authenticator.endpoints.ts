import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { policyRoles } from './authenticator-policy.rules.ts';
import { proofErrors } from './proof.rules.ts';
import { BACKUP_CODE } from './session.rules.ts';
import { code, ownPassword, signedIn } from './session.schema.ts';

const backupCodes = z.array(z.string());
const backupCode = z
  .string()
  .max(40)
  .transform((text) => text.toLowerCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(BACKUP_CODE));

const policyRole = z.enum(policyRoles);

const policy = z.object({
  roles: z.array(policyRole),
  /** First day without a sign-in that lacks an app, in the time zone of the organisation; null without a policy. */
  due_on: z.iso.date().nullable(),
  /** Number of registered people with these roles, and number of them without an app. */
  people: z.int(),
  missing: z.int(),
  version: z.int(),
});
export type AuthenticatorPolicy = z.output<typeof policy>;

const allow = 'admin.settings.adfs';

export const authenticatorEndpoints = defineEndpoints({
  'authenticator.state': {
    method: 'GET', path: '/auth/authenticator', permission: 'half-open',
    about: 'Whether the caller has an authenticator app, and how the caller may complete two-factor authentication.',
    response: z.object({
      active: z.boolean(),
      /** The installation has lost the secret that encrypted that of the app: only backup codes work. */
      lost: z.boolean(),
      since: z.string().nullable(),
      backup_codes_left: z.int(),
      /** A code can be sent by email instead. */
      by_email: z.boolean(),
      /** The policy requires an app of the caller’s role. */
      required: z.boolean(),
    }),
  },
  'authenticator.enrol': {
    method: 'POST', path: '/auth/authenticator', permission: 'half-open',
    about: 'Creates the secret of an authenticator app. It is used only after it has been confirmed with a code. The caller proves the own identity (session.proof) unless the app is due at sign-in.',
    body: z.strictObject({ password: ownPassword }),
    response: z.object({
      /** For people who type it, in Base32. */
      secret: z.string(),
      uri: z.string(),
      /** The QR code: number of modules in a row, and the dark modules as the path of an SVG. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
    errors: ['authenticator.active', 'request.invalid', ...proofErrors],
    audit: { none: 'the secret has no effect before it is confirmed' }, touches: [], secret: true,
  },
  'authenticator.confirm': {
    method: 'POST', path: '/auth/authenticator/confirm', permission: 'half-open',
    about: 'Adds the authenticator app with a code that it shows, returns backup codes and ends every other session. The session gets a new token.',
    body: z.strictObject({ code }), response: signedIn.extend({ backup_codes: backupCodes }),
    errors: ['authenticator.not_started', 'authenticator.active', 'authenticator.clock_off', 'session.code_wrong', 'request.rate_limited'],
    audit: { own: 'session.authenticator_added' }, touches: ['authenticator'], secret: true,
  },
  'authenticator.remove': {
    method: 'POST', path: '/auth/authenticator/remove', permission: 'signed-in', tenant: 'home',
    about: 'Removes the caller’s authenticator app and its backup codes.',
    body: z.strictObject({ password: ownPassword }), response: z.null(),
    errors: ['authenticator.missing', ...proofErrors],
    audit: { action: 'session.authenticator_removed' }, touches: ['authenticator', 'session'],
  },
  'authenticator.renew-codes': {
    method: 'POST', path: '/auth/authenticator/backup-codes', permission: 'signed-in', tenant: 'home',
    about: 'Replaces the caller’s backup codes; the earlier codes stop working.',
    body: z.strictObject({ password: ownPassword }), response: z.object({ backup_codes: backupCodes }),
    errors: ['authenticator.missing', ...proofErrors],
    audit: { action: 'session.backup_codes_renewed' }, touches: ['authenticator'], secret: true,
  },
  'authenticator.verify': {
    method: 'POST', path: '/auth/two-factor/authenticator', permission: 'half-open',
    about: 'Completes two-factor authentication with a code of the authenticator app. Each code works once. The session gets a new token.',
    body: z.strictObject({ code }), response: signedIn,
    errors: ['authenticator.lost', 'session.code_wrong', 'session.code_expired', 'request.rate_limited'],
    audit: { own: 'session.second_factor_passed' }, touches: ['session'], secret: true,
  },
  'authenticator.verify-backup': {
    method: 'POST', path: '/auth/two-factor/backup-code', permission: 'half-open',
    about: 'Completes two-factor authentication with a backup code, which works once. The session gets a new token.',
    body: z.strictObject({ code: backupCode }), response: signedIn,
    errors: ['session.code_wrong', 'session.code_expired', 'request.rate_limited'],
    audit: { own: 'session.backup_code_used' }, touches: ['session'], secret: true,
  },
  'authenticator.of-person': {
    method: 'GET', path: '/employees/:id/authenticator', permission: 'admin.staff.employees',
    about: 'Whether a person has an authenticator app.',
    params: idParam, response: z.object({ active: z.boolean(), lost: z.boolean(), since: z.string().nullable(), resettable: z.boolean() }),
    errors: ['employee.not_found'],
  },
  'authenticator.reset': {
    method: 'POST', path: '/employees/:id/authenticator/reset', permission: 'admin.staff.employees', least: 'system_admin',
    about: 'Removes the authenticator app of a person who has lost it, ends the person’s sessions and reports it to the person by email.',
    params: idParam, response: z.null(),
    errors: ['employee.not_found', 'employee.change_forbidden', 'authenticator.missing'],
    audit: { action: 'employee.authenticator_reset' }, touches: ['authenticator'],
  },
  'authenticator.policy': {
    method: 'GET', path: '/settings/authenticator-policy', permission: allow,
    about: 'The roles that must have an authenticator app, and from when.',
    response: policy,
  },
  'authenticator.save-policy': {
    method: 'PUT', path: '/settings/authenticator-policy', permission: allow, least: 'system_admin',
    about: 'Changes which roles must have an authenticator app, and from when. No roles: no policy. A role less or a later day requires a proof of identity (session.proof) and is reported to the administrators by email.',
    body: z.strictObject({
      roles: z.array(policyRole).max(policyRoles.length).transform((given) => policyRoles.filter((role) => given.includes(role))),
      due_on: z.iso.date().nullable(),
      version: z.int().min(0),
      password: ownPassword,
    }),
    response: policy, errors: ['common.stale_version', 'request.invalid', ...proofErrors],
    audit: { action: 'organization.authenticator_policy_set' }, touches: ['authenticator', 'session'],
  },
});
