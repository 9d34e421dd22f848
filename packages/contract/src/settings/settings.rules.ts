import type { Role } from '../access/roles.ts';

/**
 * From this role up one sets the mail server, which carries everybody's emails, and sees caught emails to people who
 * are not known.
 */
export const mailAdmin = 'system_admin' satisfies Role;

/** The steps of trying a mail server, in the order in which they happen. */
export const diagnosisSteps = ['dns', 'connect', 'greeting', 'tls', 'auth', 'sender', 'recipient'] as const;
export type DiagnosisStepName = (typeof diagnosisSteps)[number];

/** How a step of trying a mail server can end. The web has a sentence for each one, and what to do. */
export const diagnosisCodes = [
  'ok',
  'host_not_found',
  'address_not_allowed',
  'connection_refused',
  'network_unreachable',
  'connection_closed',
  'timeout',
  'not_smtp',
  'greeting_refused',
  'hello_refused',
  'tls_not_offered',
  'tls_refused',
  'tls_certificate',
  'tls_failed',
  'tls_required',
  'auth_failed',
  'auth_not_offered',
  'auth_needs_tls',
  'address_invalid',
  'auth_required',
  'sender_refused',
  'sender_deferred',
  'recipient_refused',
  'recipient_deferred',
] as const;
export type DiagnosisCode = (typeof diagnosisCodes)[number];

/** The port a mail server usually listens on for each kind of security. */
export const usualPorts = { none: 25, opportunistic: 25, starttls: 587, tls: 465 } as const;
