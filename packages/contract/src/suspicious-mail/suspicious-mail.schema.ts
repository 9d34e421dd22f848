import { z } from 'zod';
import { emailAddress, id, instant, listOf, paging, search, sorting } from '../paging.ts';
import { ACCOUNT_MAX } from '../connection.rules.ts';
import type { Language } from '../session/session.schema.ts';
import { connectionInput, connectionShown, diagnosisOf, lastFailure, plainLine } from '../connection.schema.ts';
import {
  ANSWER_SUBJECT_MAX,
  ANSWER_TEXT_MAX,
  FOLDER_MAX,
  mailboxCodes,
  mailboxSecurities,
  mailboxSteps,
  reportBodies,
  reportLikenesses,
  reportStages,
  reportVerdicts,
  suspiciousSorts,
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
  stages: listOf(z.enum(reportStages), reportStages.length),
  verdicts: listOf(z.enum(reportVerdicts), reportVerdicts.length),
});

const verdict = z.enum(reportVerdicts);
export const suspiciousRow = z.object({
  id,
  subject: z.string(),
  /** Name and address as the email claims; empty if the report does not contain them. */
  sender: z.string(),
  reporter: z.object({ id: id.nullable(), name: z.string(), email: z.string() }),
  reported_at: instant,
  stage: z.enum(reportStages),
  verdict: verdict.nullable(),
  /** The person who took the email into work. */
  taken_by: z.string().nullable(),
  /** Reading the report took too much time or memory: only its headers are known. */
  unreadable: z.boolean(),
  links_count: z.int(),
  attachments_count: z.int(),
  /** Number of reports of the same message, this one included. */
  same: z.int(),
});
export type SuspiciousRow = z.output<typeof suspiciousRow>;

/** One server on the way of an email, as the server wrote it into `Received`. All but the last ones can be invented. */
const hop = z.object({
  from: z.string(),
  by: z.string(),
  address: z.string().nullable(),
  protocol: z.string(),
  at: instant.nullable(),
  /** Seconds since the server before; null if one of the times is unknown. Negative if a clock is wrong, or a line invented. */
  delay: z.int().nullable(),
});
export type Hop = z.output<typeof hop>;

/** One result of checking the sender, as a server on the way wrote it. */
const authentication = z.object({
  source: z.enum(['authentication-results', 'arc-authentication-results', 'received-spf']),
  /** The server that says so. */
  by: z.string(),
  method: z.string(),
  result: z.string(),
  /** The domain or address that was checked. */
  about: z.string(),
});
export type Authentication = z.output<typeof authentication>;

export const suspiciousEmail = suspiciousRow.extend({
  /** When the email says that it was sent; null if the report does not contain the date. */
  sent_at: instant.nullable(),
  /** Defanged: not clickable in any program. */
  links: z.array(z.string()),
  /** Attachments are never opened. Emails that were reported to an earlier release have neither type nor hash. */
  attachments: z.array(
    z.object({ name: z.string(), size: z.int(), type: z.string().default(''), sha256: z.string().default('') }),
  ),
  /** The way of the email, the first server first, and the results of the checks; absent in answers of an earlier release. */
  hops: z.array(hop).optional(),
  authentication: z.array(authentication).optional(),
  /** The headers that tell where the email came from. */
  headers: z.string(),
  size: z.int(),
  /** The security team's address that got the email, or null. */
  forwarded_to: z.string().nullable(),
  state_by: z.string().nullable(),
  state_at: instant.nullable(),
  /** Whether the message can be read, and until when. */
  body: z.enum(reportBodies),
  body_until: instant.nullable(),
  /** People who reported the same message and can be answered, and how many of them know the verdict. */
  reporters: z.int(),
  answered: z.int(),
  version: z.int(),
});
export type SuspiciousEmail = z.output<typeof suspiciousEmail>;

/** What a person reads of a kept message. Nothing in it leads anywhere. */
export const reportedText = z.object({
  /** The text with defanged links; empty if there is HTML only. */
  text: z.string(),
  /** The message on the content origin, without and with its embedded pictures; null without HTML. */
  page: z.object({ url: z.string(), with_pictures: z.string(), expires_at: instant }).nullable(),
  /** Pictures that came with the message, and pictures elsewhere, which are never loaded. */
  pictures: z.object({ embedded: z.int(), remote: z.int() }),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What a link says, where it leads (defanged), and its real host behind gateways that rewrite links. */
  links: z.array(z.object({ text: z.string(), address: z.string(), host: z.string() })),
});
export type ReportedText = z.output<typeof reportedText>;

export const similarReports = z.object({
  groups: z.array(
    z.object({ by: z.enum(reportLikenesses), value: z.string(), count: z.int(), reports: z.array(suspiciousRow) }),
  ),
});
export type SimilarReports = z.output<typeof similarReports>;

const answerText = z.strictObject({
  subject: z.string().trim().min(1).max(ANSWER_SUBJECT_MAX),
  text: z.string().trim().min(1).max(ANSWER_TEXT_MAX),
});
/** The texts of one answer by language. */
const answerTexts = z.strictObject({ ru: answerText, en: answerText, uz: answerText }) satisfies z.ZodType<
  Record<Language, unknown>
>;
/** Null restores the texts of the product. */
export const answerInput = z.strictObject({ texts: answerTexts.nullable(), version: z.int() });
export const reportAnswer = z.object({ verdict, texts: answerTexts, own: z.boolean(), version: z.int() });
export type ReportAnswer = z.output<typeof reportAnswer>;

/** Reports of the last twelve calendar months; in anonymous organisations as well, because no simulation is among them. */
export const reportFigures = z.object({
  months: z.array(z.object({ month: z.string(), reports: z.int(), dangerous: z.int() })),
  reports: z.int(),
  judged: z.int(),
  dangerous: z.int(),
  /** Half of the judged emails got their verdict within so many minutes. */
  median_minutes: z.int().nullable(),
});
export type ReportFigures = z.output<typeof reportFigures>;

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
