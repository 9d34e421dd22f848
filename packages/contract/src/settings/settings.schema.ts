import { z } from 'zod';
import { instant } from '../paging.ts';
import { diagnosisCodes, diagnosisSteps } from './settings.rules.ts';

export const mailSecurity = z.enum(['none', 'opportunistic', 'starttls', 'tls']);

/** What an administrator sets; the password is written, never read. An absent password keeps the stored one. */
export const mailServerInput = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9.:_-]+$/),
  port: z.int().min(1).max(65_535),
  security: mailSecurity,
  username: z.string().trim().max(254).default(''),
  password: z.string().max(254).optional(),
  sender_name: z.string().trim().min(1).max(120),
  sender_address: z.email().max(254),
  connections: z.int().min(1).max(20).default(4),
});

export const mailSettings = z.object({
  /** `built_in`: emails go over SMTP to the mailbox of this installation and nowhere else. */
  mode: z.enum(['built_in', 'server']),
  host: z.string(),
  port: z.int(),
  security: mailSecurity,
  username: z.string(),
  has_password: z.boolean(),
  sender_name: z.string(),
  sender_address: z.string(),
  connections: z.int(),
  verified_at: instant.nullable(),
  version: z.int(),
});
export type MailSettings = z.output<typeof mailSettings>;

/** Each step of reaching a mail server, the last one being the one that failed. */
export const mailDiagnosis = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(diagnosisSteps),
      ok: z.boolean(),
      code: z.enum(diagnosisCodes),
      detail: z.string(),
    }),
  ),
});

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
  /** Name and address that the email itself names; `sender` is the envelope's. */
  from: z.string(),
  text: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ name: z.string(), size: z.int(), content_type: z.string() })),
});

/** Where this installation answers, for whoever runs it. */
export const installation = z.object({
  portal_url: z.string(),
  content_url: z.string(),
  phishing_url: z.string(),
  /** Portal and landing pages share one registrable domain, which they should not. */
  one_site: z.boolean(),
});
