import type { Role } from '../access/roles.ts';
import { connectionCodes } from '../connection.rules.ts';

/** How a mail server is reached. */
export const mailSecurities = ['starttls', 'tls', 'opportunistic', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** Limits of the mail server form: characters of the sender, and connections at the same time. */
export const MAIL_SENDER_NAME_MAX = 120;
export const CONNECTIONS_MAX = 20;

/**
 * Lowest role that sets the mail server. It transports the recovery links and codes of everyone, so that whoever sets it can
 * sign in as anyone (decision 0004).
 */
export const mailServerAdmin = 'super_user' satisfies Role;

/** Lowest role that sets the report mailbox and that sees caught emails to unknown people. */
export const mailAdmin = 'system_admin' satisfies Role;

/** The steps of checking a mail server, in order. */
export const diagnosisSteps = ['dns', 'connect', 'greeting', 'tls', 'auth', 'sender', 'recipient'] as const;
export type DiagnosisStepName = (typeof diagnosisSteps)[number];

/** Outcomes of a step of checking a mail server. */
export const diagnosisCodes = [
  ...connectionCodes,
  'not_smtp',
  'greeting_rejected',
  'hello_rejected',
  'tls_rejected',
  'tls_required',
  'auth_failed',
  'auth_not_offered',
  'auth_needs_tls',
  'address_invalid',
  'auth_required',
  'sender_rejected',
  'sender_deferred',
  'recipient_rejected',
  'recipient_deferred',
] as const;
export type DiagnosisCode = (typeof diagnosisCodes)[number];

/** The usual port of a mail server for each kind of security. */
export const usualPorts = { none: 25, opportunistic: 25, starttls: 587, tls: 465 } as const satisfies Record<
  MailSecurity,
  number
>;
