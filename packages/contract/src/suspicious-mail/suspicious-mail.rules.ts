import { connectionCodes } from '../connection.rules.ts';

/** How the report mailbox is reached: TLS from the first byte, STARTTLS, or without encryption. */
export const mailboxSecurities = ['tls', 'starttls', 'none'] as const;
export type MailboxSecurity = (typeof mailboxSecurities)[number];
/** The usual IMAP port for each kind of security. */
export const usualImapPorts = { tls: 993, starttls: 143, none: 143 } as const satisfies Record<MailboxSecurity, number>;
/** Characters of the folder name. */
export const FOLDER_MAX = 255;

/** The steps of reaching a report mailbox, in order. */
export const mailboxSteps = ['name', 'connect', 'tls', 'login', 'folder'] as const;
export type MailboxStep = (typeof mailboxSteps)[number];

/** Outcomes of a step of reaching a report mailbox. */
export const mailboxCodes = [
  ...connectionCodes,
  'not_imap',
  'login_failed',
  'password_lost',
  'unavailable',
  'folder_not_found',
  'folder_read_only',
] as const;
export type MailboxCode = (typeof mailboxCodes)[number];

/** How far the security team is with a reported email; every email starts as `new`. */
export const reportStages = ['new', 'in_work', 'closed'] as const;
export type ReportStage = (typeof reportStages)[number];
/** What the security team found out about a reported email, in the order of the keys 1 to 4. */
export const reportVerdicts = ['dangerous', 'spam', 'harmless', 'simulation'] as const;
export type ReportVerdict = (typeof reportVerdicts)[number];
/** Whether the message itself is kept; else why it is not. `none`: it was reported before messages were kept. */
export const reportBodies = ['none', 'kept', 'too_large', 'unreadable', 'no_room', 'deleted'] as const;
/** What reported emails have in common: the message itself, its sender, a host of its links, its subject. */
export const reportLikenesses = ['message', 'sender', 'host', 'subject'] as const;
export type ReportLikeness = (typeof reportLikenesses)[number];
/** Reports listed for each likeness; the count is of all. */
export const SIMILAR_MAX = 20;

/** Variables of an answer: the reporter's first name, the subject of the reported email, the organisation. */
export const answerVariables = ['first_name', 'subject', 'organization'] as const;
export const ANSWER_SUBJECT_MAX = 200;
export const ANSWER_TEXT_MAX = 4_000;

/**
 * A link that no program turns into a clickable one: `hxxp` instead of `http`, and dots of the host in brackets. The rest of
 * the link is kept.
 */
export const defang = (link: string): string => {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*:(?:\/\/)?)?([^/?#]*)(.*)$/is.exec(link) ?? [];
  return `${scheme.replace(/^http/i, 'hxxp').replace(/^ftp/i, 'fxp')}${host.replaceAll('.', '[.]').replaceAll('@', '[@]')}${rest}`;
};

/** Length of the beginning of a pasted email in which its headers are looked for. */
export const SIMULATION_TEXT_MAX = 262_144;
/** `genuine`: signed by the organisation; `invalid`: signed by nobody known; `missing`: without the headers. */
export const simulationVerdicts = ['genuine', 'invalid', 'missing'] as const;
export const suspiciousSorts = ['reported_at', 'subject', 'sender', 'reporter', 'stage', 'verdict'] as const;

/** Links of a text, also those without a scheme that mail programs make clickable. */
const linkInText = /(?:https?|ftp):\/\/[^\s<>"']+|\bwww\.[^\s<>"']+/gi;
/** A text whose links no program makes clickable. */
export const defangText = (text: string): string => text.replace(linkInText, defang);
