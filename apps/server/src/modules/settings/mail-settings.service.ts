import { asciiDomain } from '@sergak/contract/email-address.rules.ts';
import { isSameServer } from '@sergak/contract/connection.rules.ts';
import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import type { Mailbox } from '@sergak/mail/message.ts';
import type { ServerConfig } from '@sergak/mail/connection.ts';
import { connectionSettings } from '../../platform/connection.ts';
import type { Ctx, Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { storedGuard } from '../../platform/outgoing.ts';
import { openSealed, sealedColumn } from '../../platform/sealed.ts';
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

export const mailServerConnection = connectionSettings('mail_settings', 'passwords of mail servers');

export type StoredServer = NonNullable<Awaited<ReturnType<typeof repo.findMailSettings>>>;

/** Whether settings use the same server, sign-in and sender as the stored settings. */
export const hasSameConnection = (platform: Platform, row: StoredServer, input: Tried): boolean =>
  isSameServer(row, input) &&
  row.username === input.username &&
  row.sender_address === input.sender_address &&
  row.ca === input.ca &&
  mailServerConnection.passwordState(platform, row) !== 'lost' &&
  mailServerConnection.passwordFor(platform, row, input) === mailServerConnection.openPassword(platform, row);

const builtInSettings = async (tx: Tx | SystemTx, organizationId?: string): Promise<MailSettings> => {
  const organization = await repo.findOrganizationMail(tx, organizationId);
  const domain = await repo.findSenderDomain(tx, organizationId);
  return {
    mode: 'built_in',
    host: '127.0.0.1',
    port: 0,
    security: 'none',
    username: '',
    password_state: 'none',
    ca: '',
    sender_name: organization.title,
    sender_address: `sergak@${domain?.domain ?? 'sergak.test'}`,
    connections: 4,
    verified_at: null,
    version: 0,
  };
};

/** The stored settings for the page, or the settings of the built-in mailbox. */
export const readMailSettings = async ({ tx, platform }: Pick<Ctx, 'tx' | 'platform'>): Promise<MailSettings> => {
  const row = await repo.findMailSettings(tx);
  if (!row) return builtInSettings(tx);
  const { password_sealed: _sealed, organization_id: _organization, updated_at: _updated, ...shown } = row;
  return { ...shown, mode: 'server', password_state: mailServerConnection.passwordState(platform, row) };
};

type Reach = Pick<repo.MailServerRow, 'host' | 'port' | 'security' | 'username' | 'ca'>;
type Tried = Reach & { readonly sender_address: string; readonly password?: string | undefined };

export const serverConfig = (
  platform: Platform,
  row: Reach,
  password: string,
  allowAddress: NonNullable<ServerConfig['allowAddress']>,
): ServerConfig => ({
  host: row.host,
  port: row.port,
  security: row.security,
  auth: row.username ? { user: row.username, password } : undefined,
  helloName: new URL(platform.urls.portal).hostname,
  allowAddress,
  tls: { ca: row.ca },
});

type Server = Reach & Pick<repo.MailServerRow, 'sender_name' | 'sender_address' | 'connections'>;

const serverTransport = (platform: Platform, row: Server, password: string): MailTransport => ({
  config: serverConfig(platform, row, password, storedGuard(platform, row.host)),
  from: { name: row.sender_name, address: row.sender_address },
  connections: row.connections,
  builtIn: false,
  helloDomain: asciiDomain(domainOf(row.sender_address)),
});

const builtInTransport = async (platform: Platform, organizationId: string): Promise<MailTransport> => {
  if (platform.mailbox.port === null) throw new AppError('mail.not_configured');
  const settings = await inSystem(platform.db, (tx) => builtInSettings(tx, organizationId));
  return {
    config: { host: '127.0.0.1', port: platform.mailbox.port, security: 'none' },
    from: { name: settings.sender_name, address: settings.sender_address },
    connections: settings.connections,
    builtIn: true,
    helloDomain: asciiDomain(domainOf(settings.sender_address)),
  };
};

/** The mail server that an organisation uses now. Throws `secret.lost` if its password cannot be opened. Crosses tenants, because the send engine serves all organisations. */
export const mailTransport = async (platform: Platform, organizationId: string): Promise<MailTransport> => {
  const row = await inSystem(platform.db, (tx) => repo.findMailSettings(tx, organizationId));
  if (!row) return builtInTransport(platform, organizationId);
  return { ...serverTransport(platform, row, mailServerConnection.openPassword(platform, row)), version: row.version };
};

/** Mail servers of emails that are not sent yet. */
export const sealedServers = sealedColumn(
  'mail servers of waiting emails',
  { table: 'outbox', column: 'server_sealed', key: ['organization_id', 'id'] },
  (key) => keptContext(key['organization_id']!),
);

type KeptServer = Server & { readonly password: string };
const keptContext = (organizationId: string) => `outbox.server_sealed:${organizationId}`;

/**
 * Seals stored settings, or the choice of the built-in mailbox, for an email that is sent after they have changed. If the password
 * of the server cannot be read, the email is kept in the built-in mailbox: the server that is set next must not get it.
 */
export const sealServer = (platform: Platform, organizationId: string, row: StoredServer | undefined): Buffer => {
  const { state, text: password } = row
    ? mailServerConnection.readPassword(platform, row)
    : { state: 'none', text: '' };
  if (state === 'lost')
    platform.log.warn(
      { organization_id: organizationId },
      'the stored password of the mail server cannot be read: the report of its change is kept in the built-in mailbox',
    );
  const kept: KeptServer | null =
    row && state !== 'lost'
      ? {
          host: row.host,
          port: row.port,
          security: row.security,
          username: row.username,
          ca: row.ca,
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
  const kept = JSON.parse(openSealed(platform, { sealed, about: keptContext(organizationId) })) as KeptServer | null;
  return kept
    ? serverTransport(platform, { ...kept, ca: kept.ca ?? '' }, kept.password)
    : builtInTransport(platform, organizationId);
};
