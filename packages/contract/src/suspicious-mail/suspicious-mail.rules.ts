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

/** What the security team says about a reported email; every email starts as `new`. */
export const suspiciousStates = ['new', 'checked', 'dangerous', 'harmless'] as const;
export type SuspiciousState = (typeof suspiciousStates)[number];

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
export const suspiciousSorts = ['reported_at', 'subject', 'sender', 'reporter', 'state'] as const;
