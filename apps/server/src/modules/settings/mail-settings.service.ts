import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import type { Mailbox } from '@sergak/mail/message.ts';
import type { ServerConfig } from '@sergak/mail/connection.ts';
import { isPrivateAddress } from '@sergak/mail/private-address.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './mail-settings.repo.ts';

/** The mail server of an organisation, stored or built in. */
export type MailTransport = {
  readonly config: ServerConfig;
  /** Sender of transactional emails, and envelope sender of all emails. */
  readonly from: Mailbox;
  readonly connections: number;
  readonly builtIn: boolean;
  readonly helloDomain: string;
  /** Version of the stored settings, to detect that they changed after use. */
  readonly version?: number;
};

export const passwordContext = (organizationId: string) => `mail_settings:${organizationId}`;

export type StoredServer = NonNullable<Awaited<ReturnType<typeof repo.findMailSettings>>>;
/** The stored password in clear; empty if there is none. Throws if the secret that sealed it was lost. */
const storedPassword = (platform: Platform, row: StoredServer): string =>
  row.password_sealed ? platform.secrets.open(row.password_sealed, passwordContext(row.organization_id)) : '';

/** {@link storedPassword}; null if the secret that sealed it was lost. */
const readablePassword = (platform: Platform, row: StoredServer): string | null => {
  try {
    return storedPassword(platform, row);
  } catch {
    return null;
  }
};

const sameServer = (row: StoredServer, input: Reach) =>
  row.host === input.host && row.port === input.port && row.security === input.security;

/** The password to use with settings: their own, or the stored password if the server is the same and it can be read. */
export const passwordFor = (platform: Platform, row: StoredServer | undefined, input: Tried): string =>
  input.password ?? (row && sameServer(row, input) ? (readablePassword(platform, row) ?? '') : '');

/** Whether settings use the same server, sign-in and sender as the stored settings. */
export const hasSameConnection = (platform: Platform, row: StoredServer, input: Tried): boolean =>
  sameServer(row, input) &&
  row.username === input.username &&
  row.sender_address === input.sender_address &&
  passwordFor(platform, row, input) === readablePassword(platform, row);

const builtInSettings = async (tx: Tx | SystemTx, organizationId?: string): Promise<MailSettings> => {
  const organization = await repo.findOrganizationMail(tx, organizationId);
  const domain = await repo.findDomain(tx, organizationId);
  return {
    mode: 'built_in',
    host: '127.0.0.1',
    port: 0,
    security: 'none',
    username: '',
    has_password: false,
    sender_name: organization.title,
    sender_address: `sergak@${domain?.domain ?? 'sergak.test'}`,
    connections: 4,
    verified_at: null,
    version: 0,
  };
};

/** The stored settings for the page, or the settings of the built-in mailbox. */
export const readMailSettings = async (tx: Tx): Promise<MailSettings> => {
  const row = await repo.findMailSettings(tx);
  if (!row) return builtInSettings(tx);
  const { password_sealed, organization_id: _organization, updated_at: _updated, ...shown } = row;
  return { ...shown, mode: 'server', has_password: password_sealed !== null };
};

type Reach = Pick<repo.MailServerRow, 'host' | 'port' | 'security' | 'username'>;
type Tried = Reach & { readonly sender_address: string; readonly password?: string | undefined };

export const serverConfig = (platform: Platform, row: Reach, password: string): ServerConfig => ({
  host: row.host,
  port: row.port,
  security: row.security,
  auth: row.username ? { user: row.username, password } : undefined,
  helloName: new URL(platform.urls.portal).hostname,
  allowAddress: platform.config.allowPrivateSmtp ? undefined : (ip) => !isPrivateAddress(ip),
});

type Server = Reach & Pick<repo.MailServerRow, 'sender_name' | 'sender_address' | 'connections'>;

const serverTransport = (platform: Platform, row: Server, password: string): MailTransport => ({
  config: serverConfig(platform, row, password),
  from: { name: row.sender_name, address: row.sender_address },
  connections: row.connections,
  builtIn: false,
  helloDomain: domainOf(row.sender_address),
});

const builtInTransport = async (platform: Platform, organizationId: string): Promise<MailTransport> => {
  if (platform.mailbox.port === null) throw new AppError('mail.not_configured');
  const settings = await inSystem(platform.db, (tx) => builtInSettings(tx, organizationId));
  return {
    config: { host: '127.0.0.1', port: platform.mailbox.port, security: 'none' },
    from: { name: settings.sender_name, address: settings.sender_address },
    connections: settings.connections,
    builtIn: true,
    helloDomain: domainOf(settings.sender_address),
  };
};

/** The mail server that an organisation uses now. Crosses tenants, because the send engine serves all organisations. */
export const mailTransport = async (platform: Platform, organizationId: string): Promise<MailTransport> => {
  const row = await inSystem(platform.db, (tx) => repo.findMailSettings(tx, organizationId));
  if (!row) return builtInTransport(platform, organizationId);
  return { ...serverTransport(platform, row, storedPassword(platform, row)), version: row.version };
};

type KeptServer = Server & { readonly password: string };
const keptContext = (organizationId: string) => `outbox.server_sealed:${organizationId}`;

/**
 * Seals stored settings, or the choice of the built-in mailbox, for an email that is sent after they have changed. If the password
 * of the server cannot be read, the email is kept in the built-in mailbox: the server that is set next must not get it.
 */
export const sealServer = (platform: Platform, organizationId: string, row: StoredServer | undefined): Buffer => {
  const password = row ? readablePassword(platform, row) : null;
  if (row && password === null)
    platform.log.warn(
      { organization_id: organizationId },
      'the stored password of the mail server cannot be read: the report of its change is kept in the built-in mailbox',
    );
  const kept: KeptServer | null =
    row && password !== null
      ? {
          host: row.host,
          port: row.port,
          security: row.security,
          username: row.username,
          sender_name: row.sender_name,
          sender_address: row.sender_address,
          connections: row.connections,
          password,
        }
      : null;
  return platform.secrets.seal(JSON.stringify(kept), keptContext(organizationId));
};

/** The mail server that {@link sealServer} sealed. */
export const sealedTransport = async (
  platform: Platform,
  organizationId: string,
  sealed: Buffer,
): Promise<MailTransport> => {
  const kept = JSON.parse(platform.secrets.open(sealed, keptContext(organizationId))) as KeptServer | null;
  return kept ? serverTransport(platform, kept, kept.password) : builtInTransport(platform, organizationId);
};
