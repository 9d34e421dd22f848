import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import type {
  MailboxCode,
  MailboxSecurity,
  MailboxStep,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { trustAlso } from '../../platform/authorities.ts';
import { CERTIFICATE, networkCodes, type OnStep, StepFault } from '../../platform/diagnosis.ts';
import { REJECTED } from '../../platform/outgoing.ts';

export type MailboxConfig = {
  readonly host: string;
  readonly port: number;
  readonly security: MailboxSecurity;
  readonly username: string;
  readonly password: string;
  readonly folder: string;
  /** Whether a resolved IP address may be connected to. */
  readonly allowAddress: (ip: string) => boolean;
  /** PEM certificates of own authorities; empty without any. */
  readonly ca?: string;
  /** Longest wait for one answer; default 20 s. */
  readonly timeoutMs?: number;
};
type Code = Exclude<MailboxCode, 'ok'>;

/** The step at which a mailbox could not be reached. */
export class MailboxFault extends StepFault<MailboxStep, Code> {}

const TIMEOUT_MS = 20_000;
const LITERAL_MAX = 32 * 1024 * 1024;

/**
 * Opens the folder of a mailbox; throws MailboxFault. The name is resolved once and the connection goes to a checked
 * address, so that a second answer of the name server cannot lead elsewhere.
 */
export const openMailbox = async (config: MailboxConfig, onStep: OnStep<MailboxStep> = () => {}): Promise<ImapFlow> => {
  const found = await resolve(config);
  onStep('name', found.join(', '));
  const addresses = found.filter(config.allowAddress);
  if (addresses.length === 0) throw new MailboxFault('connect', 'connection_refused', REJECTED);
  const client = await connectFirst(config, addresses);
  onStep('connect', `${config.host}:${config.port}`);
  if (config.security !== 'none') onStep('tls', config.security === 'starttls' ? 'STARTTLS' : 'TLS');
  onStep('login', config.username);
  try {
    const box = await client.mailboxOpen(config.folder);
    if (box.readOnly) throw new MailboxFault('folder', 'folder_read_only', config.folder);
    onStep('folder', `${config.folder}: ${box.exists}`);
    return client;
  } catch (error) {
    client.close();
    throw error instanceof MailboxFault ? error : folderFault(error, config.folder);
  }
};

const resolve = async ({ host, timeoutMs = TIMEOUT_MS }: MailboxConfig): Promise<string[]> =>
  isIP(host) ? [host] : withTimeout(namesOf(host), timeoutMs);

const namesOf = async (host: string): Promise<string[]> =>
  (
    await lookup(host, { all: true }).catch((error: { code?: string }) => {
      throw new MailboxFault('name', 'host_not_found', error.code ?? host);
    })
  ).map(({ address }) => address);

const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailboxFault('name', 'timeout', 'no answer in time')), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
};

/** Tries the addresses in order: only an address that cannot be connected to leads to the next. */
const connectFirst = async (config: MailboxConfig, addresses: readonly string[]): Promise<ImapFlow> => {
  let fault: MailboxFault | undefined;
  for (const address of addresses) {
    const client = new ImapFlow(optionsOf(config, address));
    // Errors after the connection reject the command under way; without a listener Node would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.close();
      fault = connectFault(error as ImapError);
      if (fault.step !== 'connect') break;
    }
  }
  throw fault!;
};

const optionsOf = (config: MailboxConfig, address: string): ImapFlowOptions => {
  const { timeoutMs = TIMEOUT_MS } = config;
  return {
    host: address,
    port: config.port,
    secure: config.security === 'tls',
    ...(config.security === 'tls' ? {} : { doSTARTTLS: config.security === 'starttls' }),
    ...(isIP(config.host) ? {} : { servername: config.host }),
    auth: { user: config.username, pass: config.password },
    tls: { rejectUnauthorized: true, ...trustAlso(config.ca) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Longer than the wait for the greeting, so that a missing greeting is reported as such.
    socketTimeout: timeoutMs + 1_000,
    maxLiteralSize: LITERAL_MAX,
    maxResponseSize: LITERAL_MAX + 1024 * 1024,
    maxLineLength: 1024 * 1024,
  };
};

type ImapError = Error & {
  readonly code?: string;
  readonly authenticationFailed?: boolean;
  readonly tlsFailed?: boolean;
  readonly responseText?: string;
  readonly serverResponseCode?: string;
  readonly mailboxMissing?: boolean;
};

const textOf = (error: ImapError): string => error.responseText || error.code || error.message;
const imapCodes: Readonly<Record<string, Code>> = {
  ...networkCodes,
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  ETIMEOUT: 'timeout',
  NoConnection: 'connection_closed',
  EConnectionClosed: 'connection_closed',
  ClosedAfterConnectText: 'connection_closed',
  ClosedAfterConnectTLS: 'connection_closed',
};

const connectFault = (error: ImapError): MailboxFault => {
  const { code = '' } = error;
  // The server could not look the password up; the same password may be accepted later.
  if (error.serverResponseCode === 'UNAVAILABLE') return new MailboxFault('login', 'unavailable', textOf(error));
  if (error.authenticationFailed || error.serverResponseCode === 'AUTHENTICATIONFAILED')
    return new MailboxFault('login', 'login_failed', textOf(error));
  if (CERTIFICATE.test(code)) return new MailboxFault('tls', 'tls_certificate', code);
  if (error.tlsFailed)
    return /not support STARTTLS|STARTTLS is not/i.test(error.message)
      ? new MailboxFault('tls', 'tls_not_offered', error.message)
      : new MailboxFault('tls', 'tls_failed', textOf(error));
  // The connection is there, and the answer to the sign-in is missing.
  if (code === 'ETIMEOUT') return new MailboxFault('login', 'timeout', code);
  if (code === 'UPGRADE_TIMEOUT') return new MailboxFault('tls', 'timeout', code);
  if (/SSL|TLS|EPROTO/.test(code) && code !== 'ClosedAfterConnectTLS')
    return new MailboxFault('tls', 'tls_failed', code);
  const connectCode = imapCodes[code];
  if (connectCode) return new MailboxFault('connect', connectCode, textOf(error));
  return new MailboxFault('connect', 'not_imap', textOf(error));
};

const folderFault = (error: unknown, folder: string): MailboxFault => {
  const faultCode = imapCodes[(error as ImapError).code ?? ''];
  if (faultCode) return new MailboxFault('folder', faultCode, textOf(error as ImapError));
  return new MailboxFault('folder', 'folder_not_found', textOf(error as ImapError) || folder);
};

/** Any error of an open mailbox as a fault of its folder: the connection broke or the server rejected a command. */
export const toMailboxFault = (error: unknown): MailboxFault | null => {
  if (error instanceof MailboxFault) return error;
  const { code, responseText } = error as ImapError;
  const faultCode = imapCodes[code ?? ''];
  if (faultCode) return new MailboxFault('folder', faultCode, textOf(error as ImapError));
  return responseText === undefined ? null : new MailboxFault('folder', 'folder_not_found', responseText);
};
