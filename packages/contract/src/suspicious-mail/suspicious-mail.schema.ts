import { z } from 'zod';
import { emailAddress, id, instant, listOf, paging, search, sorting } from '../paging.ts';
import { ACCOUNT_MAX } from '../connection.rules.ts';
import { connectionInput, connectionShown, diagnosisOf, lastFailure, plainLine } from '../connection.schema.ts';
import {
  FOLDER_MAX,
  mailboxCodes,
  mailboxSecurities,
  mailboxSteps,
  suspiciousSorts,
  suspiciousStates,
  SIMULATION_TEXT_MAX,
  simulationVerdicts,
} from './suspicious-mail.rules.ts';

/** The mailbox to which employees report emails. */
export const reportMailboxInput = z.strictObject({
  /** The address to which employees forward suspicious emails. */
  address: emailAddress,
  ...connectionInput(mailboxSecurities),
  username: z.string().trim().min(1).max(ACCOUNT_MAX).regex(plainLine),
  folder: z.string().trim().min(1).max(FOLDER_MAX).regex(plainLine).default('INBOX'),
  /** The security team, which gets real suspicious emails; null: these emails are only listed. */
  forward_to: emailAddress.nullable().default(null),
  /** Whether people who report an email are thanked by email. */
  thanks: z.boolean().default(true),
});

export const mailboxDiagnosis = diagnosisOf(mailboxSteps, mailboxCodes);
export type MailboxDiagnosis = z.output<typeof mailboxDiagnosis>;

export const reportMailbox = z.object({
  configured: z.boolean(),
  address: z.string(),
  ...connectionShown(mailboxSecurities),
  username: z.string(),
  folder: z.string(),
  forward_to: z.string().nullable(),
  thanks: z.boolean(),
  /** When the mailbox was last read without an error. */
  read_at: instant.nullable(),
  failure: lastFailure(mailboxSteps, mailboxCodes),
  /** The mailbox has reached its quota: further reports are rejected by its server. */
  full: z.boolean(),
  /** Number of reports in the last 30 days: of simulated emails and of other emails. The first is null in an anonymous organisation. */
  simulations: z.int().nullable().meta({ result: true }),
  suspicious: z.int(),
});
export type ReportMailbox = z.output<typeof reportMailbox>;

export const suspiciousQuery = z.strictObject({
  ...paging,
  ...sorting(suspiciousSorts),
  search,
  states: listOf(z.enum(suspiciousStates), suspiciousStates.length),
});

export const suspiciousRow = z.object({
  id,
  subject: z.string(),
  /** Name and address as the email claims; empty if the report does not contain them. */
  sender: z.string(),
  reporter: z.object({ id: id.nullable(), name: z.string(), email: z.string() }),
  reported_at: instant,
  state: z.enum(suspiciousStates),
  /** Reading the report took too much time or memory: only its headers are known. */
  unreadable: z.boolean(),
  links_count: z.int(),
  attachments_count: z.int(),
});
export type SuspiciousRow = z.output<typeof suspiciousRow>;

export const suspiciousEmail = suspiciousRow.extend({
  /** When the email says that it was sent; null if the report does not contain the date. */
  sent_at: instant.nullable(),
  /** Defanged: not clickable in any program. */
  links: z.array(z.string()),
  /** Names and sizes alone: attachments are neither stored nor opened. */
  attachments: z.array(z.object({ name: z.string(), size: z.int() })),
  /** The headers that tell where the email came from. */
  headers: z.string(),
  size: z.int(),
  /** The security team's address that got the email, or null. */
  forwarded_to: z.string().nullable(),
  state_by: z.string().nullable(),
  state_at: instant.nullable(),
});
export type SuspiciousEmail = z.output<typeof suspiciousEmail>;

/** The headers of an email, or the whole email. */
export const simulationCheckInput = z.strictObject({ text: z.string().trim().min(1).max(SIMULATION_TEXT_MAX) });

export const simulationCheck = z.object({
  verdict: z.enum(simulationVerdicts),
  organization: z.object({ id, title: z.string() }).nullable(),
  /** null for a test email, and after the campaign was deleted. */
  campaign: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  sent_at: instant.nullable(),
  /** The sender that the simulation was sent with. */
  sender: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** Whether the pasted headers name this sender and no other; null if nothing was compared. */
  sender_matches: z.boolean().nullable(),
  /** null in an anonymous organisation, and after the person was erased. */
  recipient: z.object({ full_name: z.string(), address: z.string() }).nullable(),
  /** Whether the pasted headers are addressed to this recipient; null if nothing was compared. */
  recipient_matches: z.boolean().nullable(),
});
export type SimulationCheck = z.output<typeof simulationCheck>;
