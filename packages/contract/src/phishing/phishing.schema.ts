import { z } from 'zod';
import { emailAddress, id, instant, title } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { cueKinds, premiseRatings } from './phish-scale.rules.ts';
import {
  ATTACHMENT_BODY_MAX,
  ATTACHMENT_NAME_MAX,
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  attachmentReports,
  attackVectors,
  difficulties,
  faultCodes,
  generatedFormats,
  HTML_MAX,
  SENDER_NAME_MAX,
  SUBJECT_MAX,
  TIPS_MAX,
} from './phishing.rules.ts';

export const attackVector = z.enum(attackVectors);
export const difficulty = z.enum(difficulties);

export const fault = z.object({
  field: z.string(),
  code: z.enum(faultCodes),
  line: z.int(),
  column: z.int(),
  text: z.string(),
});

export const html = z.string().min(1).max(HTML_MAX);
/** One line of a mail header. A line break would begin another header. */
const headerLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\r\n\0]*$/);
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(ATTACHMENT_NAME_MAX)
  .regex(/^[^\\/:*?"<>|\r\n\0]+\.[A-Za-z0-9]{2,5}$/);
const generatedAttachment = z.strictObject({
  kind: z.literal('generated'),
  format: z.enum(generatedFormats),
  name: fileName,
  body: z.string().max(ATTACHMENT_BODY_MAX),
});
/** `type`, `size` and `reports` are stored by the server at the upload; values that a client sends are ignored. */
export const uploadedAttachment = z.strictObject({
  kind: z.literal('uploaded'),
  file_id: id,
  name: fileName,
  type: z.string().max(120),
  size: z.int().min(0).max(ATTACHMENT_BYTES_MAX),
  reports: z.enum(attachmentReports),
});
export const attachment = z.discriminatedUnion('kind', [generatedAttachment, uploadedAttachment]);
/** An attachment in a list. */
export const attachmentName = z.object({ name: z.string() });

/** A red flag of an email: the text shown afterwards, and its kind on the NIST Phish Scale. */
export const tip = z.strictObject({ text: z.string().trim().min(1).max(500), cue: z.enum(cueKinds).nullable() });
const rating = z.literal([...premiseRatings]);
/** The five elements of premise alignment. */
export const premise = z.strictObject({
  workplace_process: rating,
  relevance: rating,
  events: rating,
  concern: rating,
  training: rating,
});
/** The versions of an email or page by language, the base first. */
export const version = z.object({ id: z.uuid(), language });

export const category = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  order_id: z.int(),
  templates_count: z.int(),
});

/** An email as pickers and lists show it. */
export const emailSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  language,
  subject: z.string(),
  sender_name: z.string(),
  sender_address: z.string(),
  /** Only with `with_html`. */
  html: z.string().optional(),
  attachments: z.array(attachmentName),
  /** Languages in which the email and its page are complete. */
  languages: z.array(language),
  /** Emails delivered so far without test campaigns, and how many of their recipients clicked, opened the attachment or entered data. */
  sent: z.int(),
  /** Null in an anonymous organisation. */
  fell: z.int().nullable().meta({ result: true }),
});
export const templateSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Address of the picture below the portal's origin. */
  logo: z.string().nullable(),
  difficulty,
  attack_vector: attackVector,
  archived: z.boolean(),
  starter: z.boolean(),
  /** Languages in which all emails and their pages are complete. */
  languages: z.array(language),
  emails: z.array(emailSummary),
});
/** One category with its templates, as the picker shows it. */
export const templateGroup = z.object({ id: z.uuid(), category: z.string(), templates: z.array(templateSummary) });
export type TemplateGroup = z.output<typeof templateGroup>;

export const email = z.object({
  id: z.uuid(),
  template_id: z.uuid(),
  page_id: z.uuid().nullable(),
  name: z.string(),
  language,
  subject: z.string(),
  sender_name: z.string(),
  sender_address: z.string(),
  html: z.string(),
  attachments: z.array(attachment),
  /** Red flags of the email, shown afterwards. */
  tips: z.array(tip),
  premise: premise.nullable(),
  /** The base that this version translates; null for a base. Campaigns choose only bases. */
  translation_of: z.uuid().nullable(),
  /** All versions of the email, the base first. */
  versions: z.array(version),
  version: z.int(),
  created_at: z.string(),
});
export type Email = z.output<typeof email>;
export const landingPage = z.object({
  id: z.uuid(),
  template_id: z.uuid(),
  name: z.string(),
  language,
  html: z.string(),
  translation_of: z.uuid().nullable(),
  /** All versions of the page, the base first. */
  versions: z.array(version),
  version: z.int(),
});
export type LandingPage = z.output<typeof landingPage>;

export const template = z.object({
  id: z.uuid(),
  category: z.object({ id: z.uuid(), title: z.string() }),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  difficulty,
  attack_vector: attackVector,
  archived: z.boolean(),
  starter: z.boolean(),
  /** Whether a person has set the difficulty; otherwise it follows the estimate. */
  difficulty_set: z.boolean(),
  /** Language in which new emails and pages are written. */
  language,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Bases only; `versions` of each lists its translations. */
  emails: z.array(email),
  pages: z.array(landingPage),
});
export type Template = z.output<typeof template>;

/** Number of times a template was sent, and the results. Test campaigns are not counted. */
export const templateStatistics = z.object({
  campaigns: z.int(),
  recipients: z.int(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  opened_attachment: z.int(),
  entered_data: z.int(),
  reported: z.int(),
  incident_risk: z.number(),
  last_sent_at: z.string().nullable(),
  /** Results of each email of the template, counted as in `emailSummary`. */
  emails: z.array(emailSummary.pick({ id: true, sent: true, fell: true })),
});

export const newTemplate = z.strictObject({
  category_id: id,
  name: title,
  description: z.string().trim().max(2000).default(''),
  difficulty: difficulty.default('medium'),
  attack_vector: attackVector.default('form'),
  language: language.optional(),
});
export const templateChanges = z.strictObject({
  category_id: id.optional(),
  name: title.optional(),
  description: z.string().trim().max(2000).optional(),
  difficulty: difficulty.optional(),
  attack_vector: attackVector.optional(),
  /** False returns to the estimate. Setting `difficulty` alone means true. */
  difficulty_set: z.boolean().optional(),
  language: language.optional(),
  archived: z.boolean().optional(),
  version: z.int().optional(),
});

const emailFields = {
  name: title,
  language,
  subject: headerLine(SUBJECT_MAX),
  sender_name: headerLine(SENDER_NAME_MAX),
  sender_address: emailAddress,
  html,
  attachments: z.array(attachment).max(ATTACHMENTS_MAX),
  tips: z.array(tip).max(TIPS_MAX),
  premise: premise.nullable(),
  page_id: id.nullable(),
};
export const newEmail = z.strictObject({
  ...emailFields,
  template_id: id,
  language: language.optional(),
  attachments: emailFields.attachments.default([]),
  tips: emailFields.tips.default([]),
  premise: emailFields.premise.default(null),
  page_id: emailFields.page_id.default(null),
});
export const emailChanges = z.strictObject({
  ...z.strictObject(emailFields).partial().shape,
  version: z.int().optional(),
});
export const newPage = z.strictObject({
  template_id: id,
  name: title,
  language: language.optional(),
  html,
  /** Emails of the template that will lead to the page; by default those that lead to no page. */
  email_ids: z.array(id).max(200).optional(),
});
export const pageChanges = z.strictObject({
  name: title.optional(),
  language: language.optional(),
  html: html.optional(),
  version: z.int().optional(),
});

export const redirectPage = z.object({
  id: z.uuid(),
  name: z.string(),
  html: z.string(),
  version: z.int(),
  created_at: z.string(),
  campaigns_count: z.int(),
});
export type RedirectPage = z.output<typeof redirectPage>;

/** Whether a preview shows the marks of red flags. */
const marks = z.boolean().optional();
/** What to preview: a stored email or page, the email of a campaign, or an unsaved draft. */
export const previewOf = z.union([
  z.strictObject({ email_id: id, employee_id: id.optional(), campaign_id: id.optional(), marks }),
  z.strictObject({ page_id: id, employee_id: id.optional() }),
  z.strictObject({ redirect_page_id: id, employee_id: id.optional() }),
  z.strictObject({ html, kind: z.enum(['email', 'page', 'redirect']), employee_id: id.optional(), marks }),
]);
export const preview = z.object({
  /** Address on the content origin, for a sandboxed frame. */
  url: z.string(),
  subject: z.string().nullable(),
  sender_name: z.string().nullable(),
  sender_address: z.string().nullable(),
  warnings: z.array(fault),
  expires_at: instant,
});
