import { z } from 'zod';
import { emailAddress, instant } from '../paging.ts';
import { ACCOUNT_MAX } from '../connection.rules.ts';
import { connectionInput, connectionShown, diagnosisOf } from '../connection.schema.ts';
import {
  CONNECTIONS_MAX,
  diagnosisCodes,
  diagnosisSteps,
  MAIL_SENDER_NAME_MAX,
  mailSecurities,
} from './settings.rules.ts';

/** Settings of an administrator. */
export const mailServerInput = z.strictObject({
  ...connectionInput(mailSecurities),
  username: z.string().trim().max(ACCOUNT_MAX).default(''),
  sender_name: z.string().trim().min(1).max(MAIL_SENDER_NAME_MAX),
  sender_address: emailAddress,
  connections: z.int().min(1).max(CONNECTIONS_MAX).default(4),
});

export const mailSettings = z.object({
  /** `built_in`: emails are sent over SMTP to the mailbox of this installation and nowhere else. */
  mode: z.enum(['built_in', 'server']),
  ...connectionShown(mailSecurities),
  username: z.string(),
  sender_name: z.string(),
  sender_address: z.string(),
  connections: z.int(),
  verified_at: instant.nullable(),
});
export type MailSettings = z.output<typeof mailSettings>;

export const mailDiagnosis = diagnosisOf(diagnosisSteps, diagnosisCodes);

export const mailboxRow = z.object({
  id: z.int(),
  sender: z.string(),
  recipient: z.string(),
  subject: z.string(),
  received_at: instant,
});

export const mailboxEmail = mailboxRow.extend({
  /** The email as a mail program shows it, on the content origin. */
  preview_url: z.string(),
  /** Name and address in the header of the email; `sender` is that of the envelope. */
  from: z.string(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ name: z.string(), size: z.int(), content_type: z.string() })),
});

/** What a mail gateway needs to recognise simulated phishing emails, and employees to report emails. */
export const gateway = z.object({
  /** Name of the header of every simulated phishing email. */
  header: z.string(),
  /** The organisation's mail server; null while the built-in mailbox is used. */
  mail_host: z.string().nullable(),
  /** Host of the links in simulated phishing emails. */
  phishing_host: z.string(),
  portal_url: z.string(),
  report_address: z.string().nullable(),
});
export type Gateway = z.output<typeof gateway>;

/** Addresses of this installation, for its operator. */
export const installation = z.object({
  portal_url: z.string(),
  content_url: z.string(),
  phishing_url: z.string(),
  /** Portal and landing pages share one registrable domain, which they should not. */
  one_site: z.boolean(),
  /** Portal and content origin share one host without TLS, so that an uploaded package can set cookies of the portal. */
  one_host: z.boolean(),
  /** SCORM packages share the content origin: no launch has a host of its own. */
  shared_content: z.boolean(),
  /** Where the process that answers has found LibreOffice; null if it is not installed there. */
  office: z.string().nullable(),
});
