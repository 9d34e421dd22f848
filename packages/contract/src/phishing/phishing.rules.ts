import { isNoDepartment } from '../organizations/own-titles.rules.ts';
import { domainOf, escapeHtml } from '../text.rules.ts';
import { PICTURE_PLACEHOLDER } from './pictures.rules.ts';

/** Variables of the moment of sending; `time_in_3_hours` is the next half hour after it. */
export const timeVariables = [
  'date',
  'tomorrow',
  'date_in_3_days',
  'date_in_7_days',
  'time_in_3_hours',
  'month',
  'year',
] as const;
/** Variables of the person and of the moment in an email. Pages have the same ones, but neither link nor pixel. */
export const personVariables = [
  'first_name',
  'last_name',
  'middle_name',
  'full_name',
  'email',
  'position',
  'department',
  'organization',
  ...timeVariables,
] as const;
export const emailVariables = [...personVariables, 'link', 'tracking', 'qr_code'] as const;
export const attachmentVariables = [...personVariables, 'link'] as const;
export type EmailVariable = (typeof emailVariables)[number];
/** Variables of a red flag: they are filled when a campaign copies its emails, because administrators change senders. */
export const tipVariables = ['sender_address', 'sender_name', 'report_address'] as const;
/** Variables that read badly when empty: a person without a name gets «, ваш пароль…». */
export const nameVariables: readonly EmailVariable[] = ['first_name', 'last_name', 'full_name'];

export const attackVectors = ['form', 'attachments'] as const;
export type AttackVector = (typeof attackVectors)[number];
export const difficulties = ['easy', 'medium', 'hard'] as const;
/** Kinds of fields of a landing page: the only data that is stored of a submitted form. */
export const pageFields = ['login', 'password', 'code', 'email', 'phone', 'card', 'fio', 'comment', 'file'] as const;

/** Formats that the portal generates from a text, and formats that can be uploaded. */
export const generatedFormats = ['html', 'pdf', 'docx', 'xlsx', 'ics'] as const;
export const uploadedFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'html', 'ics', 'png', 'jpg'] as const;
export type GeneratedFormat = (typeof generatedFormats)[number];
export type UploadedFormat = (typeof uploadedFormats)[number];
/** What an attachment can report: that it was opened (a picture is loaded), that its link was clicked, or nothing. */
export const attachmentReports = ['opened', 'clicked', 'nothing'] as const;
export type AttachmentReports = (typeof attachmentReports)[number];
export type Attachment =
  | { readonly kind: 'generated'; readonly format: GeneratedFormat; readonly name: string; readonly body: string }
  | {
      readonly kind: 'uploaded';
      readonly file_id: string;
      readonly name: string;
      readonly type: string;
      readonly size: number;
      /** Found by the server when it checked the file. */
      readonly reports: AttachmentReports;
    };
/** Maximum size of one uploaded attachment and of the attachments of an email, in bytes. */
export const ATTACHMENT_BYTES_MAX = 5_000_000;
export const ATTACHMENTS_BYTES_MAX = 10_000_000;
export const ATTACHMENTS_MAX = 5;
export const ATTACHMENT_BODY_MAX = 20_000;
export const ATTACHMENT_NAME_MAX = 120;

/** The part of a file name after its last dot, in lower case; `jpeg` and `htm` count as `jpg` and `html`. */
export const formatOf = (name: string): string => {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return end === 'jpeg' ? 'jpg' : end === 'htm' ? 'html' : end;
};
export const attachmentFormat = (attachment: Attachment): string =>
  attachment.kind === 'generated' ? attachment.format : formatOf(attachment.name);
/** A PDF and an invitation load nothing, so only a click on their link is reported. */
export const reportsOf = (attachment: Attachment): AttachmentReports => {
  if (attachment.kind === 'uploaded') return attachment.reports;
  return attachment.format === 'pdf' || attachment.format === 'ics' ? 'clicked' : 'opened';
};

/** An uploaded attachment that no email has used for this time is deleted. */
export const UNUSED_ATTACHMENT_DAYS = 7;

export const HTML_MAX = 500_000;
export const TIPS_MAX = 20;
/** Longest subject and sender name of an email, in characters. */
export const SUBJECT_MAX = 255;
export const SENDER_NAME_MAX = 100;

/** A fault in a text with its place: lines and columns count from 1. */
export type Fault = {
  readonly field: string;
  readonly code: FaultCode;
  readonly line: number;
  readonly column: number;
  readonly text: string;
};
export const faultCodes = [
  'unknown_variable',
  'variable_not_here',
  'broken_variable',
  'variable_misplaced',
  'link_missing',
  'attachment_missing',
  'attachment_name',
  'attachments_size',
  'form_missing',
  'script',
  'event_handler',
  'external_resource',
  'external_link',
  'field_name',
  'field_kind',
  'frame',
  'several_forms',
  'tracking_missing',
  'picture_unknown',
  'picture_missing',
  'comment_removed',
  'mark_unknown',
  'dead_link',
  'foreign_variable',
] as const;
export type FaultCode = (typeof faultCodes)[number];

const placeOf = (text: string, index: number) => {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
export const faultAt = (field: string, code: FaultCode, text: string, index: number, found: string): Fault => ({
  field,
  code,
  ...placeOf(text, index),
  text: found.slice(0, 120),
});

const isEmailVariable = (name: string): name is EmailVariable => (emailVariables as readonly string[]).includes(name);

/** Maximum number of faults and warnings of one kind in a text: computing their places takes time, and nobody reads more. */
export const FAULTS_MAX = 50;
export const firstMatches = (text: string, look: RegExp): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(look)) {
    if (found.length === FAULTS_MAX) break;
    found.push(match);
  }
  return found;
};

/** The text with the braces of its style sheets blanked out. A style sheet may end two rules with «}}». */
export const withoutStyles = (text: string): string => {
  const small = text.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = small.indexOf('<style', from);
    const end = start < 0 ? -1 : small.indexOf('</style>', start);
    if (end < 0) return parts.join('') + text.slice(from);
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[{}]/g, ' '));
    from = end;
  }
};

/** Every `{{…}}` of a text that is not an allowed variable, with its place. Braces of CSS do not count. */
export const variableFaults = (field: string, text: string, allowed: readonly string[]): Fault[] => {
  const faults: Fault[] = [];
  for (const match of withoutStyles(text).matchAll(/\{\{\{[^{}]*\}\}\}|\{\{([^{}]*)\}\}|\{\{|\}\}/g)) {
    if (faults.length === FAULTS_MAX) break;
    const name = match[0].startsWith('{{{') ? match[0] : match[1]?.trim();
    if (name === undefined) faults.push(faultAt(field, 'broken_variable', text, match.index, match[0]));
    else if (!isEmailVariable(name)) faults.push(faultAt(field, 'unknown_variable', text, match.index, match[0]));
    else if (!allowed.includes(name)) faults.push(faultAt(field, 'variable_not_here', text, match.index, match[0]));
    else if (match[0] !== `{{${name}}}`) faults.push(faultAt(field, 'broken_variable', text, match.index, match[0]));
  }
  return faults;
};

/**
 * Whether a simulation may use this sender address: at a domain of `allowed` or a subdomain of one, or at a .test domain,
 * which belongs to nobody (RFC 6761).
 */
export const isSenderAllowed = (address: string, allowed: readonly string[]): boolean => {
  const domain = domainOf(address);
  return domain.endsWith('.test') || allowed.some((one) => domain === one || domain.endsWith(`.${one}`));
};

/** Whether a text contains a variable that gets a value. */
export const hasOwnVariable = (text: string): boolean =>
  text.includes('{{') && Array.from(text.matchAll(/\{\{\s{0,99}(\w+)/g)).some((match) => isEmailVariable(match[1]!));

/**
 * Links whose address contains a variable and is not `{{link}}` alone: `https://…/?e={{email}}` would reveal to a foreign server
 * who reads the email. The server checks the parsed text again.
 */
export const addressFaults = (html: string): Fault[] => {
  const faults: Fault[] = [];
  const links = /\bhref\s{0,20}=\s{0,20}(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})'|([^\s"'<>]{1,2000}))/gi;
  for (const match of html.matchAll(links)) {
    const address = (match[1] ?? match[2] ?? match[3] ?? '').trim();
    if (address === '{{link}}' || !hasOwnVariable(address)) continue;
    if (faults.length === FAULTS_MAX) break;
    faults.push(faultAt('html', 'variable_misplaced', html, match.index, match[0]));
  }
  return faults;
};

export type EmailDraft = {
  readonly subject: string;
  readonly sender_name: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly tips?: readonly { readonly text: string }[];
};

/** Faults of attachments, in the field `attachments.N`. A name must end with the format, so that no file poses as another type. */
const attachmentFaults = (attachments: readonly Attachment[]): Fault[] => {
  const faults = attachments.flatMap((one, at) => {
    const field = `attachments.${at}`;
    const variables = one.kind === 'generated' ? variableFaults(field, one.body, attachmentVariables) : [];
    return one.kind === 'generated' && formatOf(one.name) !== one.format
      ? [...variables, { field, code: 'attachment_name' as const, line: 1, column: 1, text: one.name }]
      : variables;
  });
  const size = attachments.reduce((sum, one) => sum + (one.kind === 'uploaded' ? one.size : 0), 0);
  if (size > ATTACHMENTS_BYTES_MAX)
    faults.push({ field: 'attachments', code: 'attachments_size', line: 1, column: 1, text: '' });
  return faults;
};

/** Variables of a red flag that it does not have. */
const tipFaults = (field: string, text: string): Fault[] =>
  firstMatches(text, /\{\{\s{0,20}(\w{0,60})[^{}]{0,60}\}\}/g)
    .filter((match) => !tipVariables.some((one) => match[0] === `{{${one}}}`))
    .map((match) => faultAt(field, 'variable_not_here', text, match.index, match[0]));

/** Why an email of this attack vector cannot be saved; empty if it can. */
export const emailFaults = (vector: AttackVector, email: EmailDraft): Fault[] => {
  const faults = [
    ...variableFaults('subject', email.subject, personVariables),
    ...variableFaults('sender_name', email.sender_name, []),
    ...variableFaults('html', email.html, emailVariables),
    ...addressFaults(email.html),
    ...attachmentFaults(email.attachments),
    ...(email.tips ?? []).flatMap((tip, at) => tipFaults(`tips.${at}`, tip.text)),
  ];
  const whole = { field: 'html', line: 1, column: 1, text: '' };
  if (vector === 'form' && !/\{\{(link|qr_code)\}\}/.test(email.html)) faults.push({ ...whole, code: 'link_missing' });
  if (vector === 'attachments' && email.attachments.length === 0)
    faults.push({ ...whole, field: 'attachments', code: 'attachment_missing' });
  return faults;
};

/** Why a landing page cannot be saved; empty if it can. */
export const pageFaults = (html: string): Fault[] => {
  const faults = [...variableFaults('html', html, personVariables), ...addressFaults(html)];
  if (!/<form[\s>]/i.test(html)) faults.push({ field: 'html', code: 'form_missing', line: 1, column: 1, text: '' });
  return faults;
};

// Bounded repetitions: a text can be written to make these expressions slow.
const looks: readonly (readonly [FaultCode, RegExp])[] = [
  ['script', /<script\b[^<>]{0,2000}>?|javascript:/gi],
  ['frame', /<(?:iframe|object|embed|base|link|audio|video)\b[^<>]{0,2000}>?/gi],
  ['event_handler', /\son[a-z]{1,40}\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s>]+)/gi],
  [
    'external_resource',
    /\b(?:src|srcset|background|poster)\s{0,20}=\s{0,20}["']?\s{0,20}(?:https?:)?\/\/[^"'\s>]+|url\(\s{0,20}["']?\s{0,20}(?:https?:)?\/\/[^)]{1,2000}\)?|@import[^;]+;?/gi,
  ],
];

/** Pictures without an image: `<img>` without an address, or with the placeholder of an import. */
const missingPictures = (html: string): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  for (const match of html.matchAll(/<img\b[^<>]{0,2000}/gi)) {
    const address = /\ssrc\s{0,20}=\s{0,20}(?:"\s*([^"]*)|'\s*([^']*)|([^\s"'<>]*))/i.exec(match[0]);
    const source = address?.[1] ?? address?.[2] ?? address?.[3] ?? '';
    if (source !== '' && source !== PICTURE_PLACEHOLDER) continue;
    found.push(match);
    if (found.length === FAULTS_MAX) break;
  }
  return found;
};
/** Whether an email or page shows a picture without an image. */
export const lacksPictures = (html: string): boolean => missingPictures(html).length > 0;
/** The text of a picture for its author: its alternative text, else the tag without its image. */
const pictureText = (tag: string): string =>
  /\salt\s{0,20}=\s{0,20}"([^"]+)"/i.exec(tag)?.[1] ?? `${tag.replace(PICTURE_PLACEHOLDER, '').trim()}>`;

/** What saving removes from an email and from a page, and pictures without an image. */
export const sharedWarnings = (html: string): Fault[] => [
  ...looks.flatMap(([code, look]) =>
    firstMatches(html, look).map((match) => faultAt('html', code, html, match.index, match[0].trim())),
  ),
  ...missingPictures(html).map((match) => faultAt('html', 'picture_missing', html, match.index, pictureText(match[0]))),
];

/** Marks that belong to none of `count` red flags. Saving removes them. */
export const markWarnings = (html: string, count: number): Fault[] =>
  firstMatches(html, /<span\b[^<>]{0,500}?\sdata-tip\s{0,20}=\s{0,20}["']?(\d{1,3})\b[^<>]*>?/gi)
    .filter((match) => Number(match[1]) < 1 || Number(match[1]) > count)
    .map((match) => faultAt('html', 'mark_unknown', html, match.index, match[0]));

/**
 * What saving will remove from a landing page, and what the author should check. Names of fields are removed, because typed
 * values are never sent; field kinds must be known.
 */
export const pageWarnings = (html: string): Fault[] => {
  const warnings = sharedWarnings(html);
  const forms = firstMatches(html, /<form\b[^<>]{0,2000}>?/gi);
  if (forms[1]) warnings.push(faultAt('html', 'several_forms', html, forms[1].index, forms[1][0]));
  for (const match of firstMatches(html, /<(?:input|select|textarea)\b[^<>]{0,2000}>?/gi)) {
    if (/\sname\s*=/i.test(match[0])) warnings.push(faultAt('html', 'field_name', html, match.index, match[0]));
    const kind = /\sdata-field\s*=\s*["']?([\w-]*)/i.exec(match[0])?.[1];
    const silent = /\stype\s*=\s*["']?(?:submit|button|hidden|checkbox|radio|reset|image)/i.test(match[0]);
    if (!silent && !(pageFields as readonly string[]).includes(kind ?? ''))
      warnings.push(faultAt('html', 'field_kind', html, match.index, match[0]));
  }
  return warnings;
};

/** Values of the variables of one moment. */
export type MomentValues = Readonly<Record<(typeof timeVariables)[number], string>>;
export type PersonValues = Readonly<Record<(typeof personVariables)[number], string>>;

/** A recipient as stored with the email: the copy of the person's data that was made with the campaign. */
export type Addressee = Readonly<
  Record<'first_name' | 'last_name' | 'middle_name' | 'address' | 'position' | 'department', string>
>;

/**
 * The values of the variables for one recipient. For a person without a department the organisation is the department: an empty
 * value would break the sentence, and «No department» is nothing that an email says.
 */
export const personValues = (person: Addressee, organization: string, moment: MomentValues): PersonValues => {
  const named = person.last_name !== '' || person.first_name !== '';
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    middle_name: person.middle_name,
    full_name: named
      ? `${person.last_name} ${person.first_name} ${person.middle_name}`.trim().replace(/ {2,}/g, ' ')
      : person.address,
    email: person.address,
    position: person.position,
    department: isNoDepartment(person.department) ? organization : person.department,
    organization,
    ...moment,
  };
};

/** Fills a plain text (subject, document). Variables without a value become empty. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** Replaces the variables of a text by their names in brackets, for lists and reports that have no single reader. */
export const nameVariablesIn = (text: string, nameOf: (variable: EmailVariable) => string | undefined): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const found = isEmailVariable(name) ? nameOf(name) : undefined;
    return found === undefined ? whole : `[${found}]`;
  });

/** Fills HTML: values of the person are escaped; `raw` (link, pixel, picture of the QR code) is inserted unchanged. */
export const fillHtml = (
  html: string,
  values: Readonly<Record<string, string>>,
  raw: Readonly<Record<string, string>> = {},
): string => html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => raw[name] ?? escapeHtml(values[name] ?? ''));

/** Whether an email uses the name of its reader. */
export const usesName = (email: { subject: string; html: string }): boolean =>
  nameVariables.some((name) => `${email.subject} ${email.html}`.includes(`{{${name}}}`));

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const locales: Readonly<Record<string, string>> = { ru: 'ru-RU', en: 'en-GB', uz: 'uz-Latn-UZ' };

/** The date in the format of the email's language: 03.04.2026, in English 3 April 2026. */
export const emailDate = (at: Date, language: string, timeZone: string): string =>
  language === 'en'
    ? new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)
    : new Intl.DateTimeFormat('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(at);

/** The values of the variables of a moment, in the language of the email and the time zone of the organisation. */
export const momentValues = (at: Date, language: string, timeZone: string): MomentValues => {
  const dateIn = (days: number) => emailDate(new Date(at.getTime() + days * DAY_MS), language, timeZone);
  const part = (options: Intl.DateTimeFormatOptions, time: Date) =>
    new Intl.DateTimeFormat(locales[language] ?? 'ru-RU', { timeZone, ...options }).format(time);
  const soon = new Date((Math.floor(at.getTime() / HALF_HOUR_MS) + 7) * HALF_HOUR_MS);
  return {
    date: dateIn(0),
    tomorrow: dateIn(1),
    date_in_3_days: dateIn(3),
    date_in_7_days: dateIn(7),
    time_in_3_hours: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, soon),
    // As within a sentence: the data of Uzbek begins with a capital.
    month: language === 'en' ? part({ month: 'long' }, at) : part({ month: 'long' }, at).toLowerCase(),
    year: part({ year: 'numeric' }, at),
  };
};
