import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { isIP } from 'node:net';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import type { Mailbox } from '@sergak/mail/message.ts';
import type { ServerConfig } from '@sergak/mail/connection.ts';
import { isPrivateAddress } from '@sergak/mail/private-address.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './mail-settings.repo.ts';

type In<K extends keyof typeof settingsEndpoints> = Input<(typeof settingsEndpoints)[K]>;

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

const passwordContext = (organizationId: string) => `mail_settings:${organizationId}`;

type Stored = NonNullable<Awaited<ReturnType<typeof repo.findMailSettings>>>;
/** The stored password in clear; empty if there is none. */
export const storedPassword = (platform: Platform, row: Stored): string =>
  row.password_sealed ? platform.secrets.open(row.password_sealed, passwordContext(row.organization_id)) : '';

const sameServer = (row: Stored, input: Reach) =>
  row.host === input.host && row.port === input.port && row.security === input.security;

/** The password to use with settings: their own, or the stored password if the server is the same. */
export const passwordFor = (platform: Platform, row: Stored | undefined, input: Tried): string =>
  input.password ?? (row && sameServer(row, input) ? storedPassword(platform, row) : '');

/** Whether settings use the same server, sign-in and sender as the stored settings. */
export const hasSameConnection = (platform: Platform, row: Stored, input: Tried): boolean =>
  sameServer(row, input) &&
  row.username === input.username &&
  row.sender_address === input.sender_address &&
  passwordFor(platform, row, input) === storedPassword(platform, row);

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

/**
 * Sets the mail server. The stored password is kept only if host, port and security do not change; `verified_at` only if
 * server, sign-in and sender do not change.
 */
export const saveMailServer = async (ctx: Ctx, input: In<'settings.mail-save'>) => {
  const { platform, viewer } = ctx;
  const before = await repo.lockMailSettings(ctx.tx);
  if ((before?.version ?? 0) !== input.version) throw new AppError('common.stale_version');
  if (isIP(input.host) && isPrivateAddress(input.host) && !platform.config.allowPrivateSmtp)
    throw new AppError('mail.address_refused', { host: input.host });
  const { password: _given, version, ...row } = input;
  const password = passwordFor(platform, before, input);
  await repo.putMailSettings(ctx.tx, {
    ...row,
    password_sealed: password ? platform.secrets.seal(password, passwordContext(viewer.scope.organizationId)) : null,
    verified_at: before && hasSameConnection(platform, before, input) ? before.verified_at : null,
    version: version + 1,
  });
  const after = await readMailSettings(ctx.tx);
  return new Logged(after, {
    kind: 'mail_server',
    changes: {
      host: [before?.host, after.host],
      port: [before?.port, after.port],
      security: [before?.security, after.security],
      sender_address: [before?.sender_address, after.sender_address],
    },
  });
};

/** Deletes the settings, so that the built-in mailbox is used again. */
export const resetMailServer = async (ctx: Ctx) => {
  const before = await repo.lockMailSettings(ctx.tx);
  await repo.deleteMailSettings(ctx.tx);
  return new Logged(await readMailSettings(ctx.tx), { kind: 'mail_server', changes: { host: [before?.host, null] } });
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

/** The mail server that an organisation uses now. Crosses tenants, because the send engine serves all organisations. */
export const mailTransport = (platform: Platform, organizationId: string): Promise<MailTransport> =>
  inSystem(platform.db, async (tx) => {
    const row = await repo.findMailSettings(tx, organizationId);
    if (row) {
      return {
        config: serverConfig(platform, row, storedPassword(platform, row)),
        from: { name: row.sender_name, address: row.sender_address },
        connections: row.connections,
        builtIn: false,
        helloDomain: domainOf(row.sender_address),
        version: row.version,
      };
    }
    if (platform.mailbox.port === null) throw new AppError('mail.not_configured');
    const settings = await builtInSettings(tx, organizationId);
    return {
      config: { host: '127.0.0.1', port: platform.mailbox.port, security: 'none' },
      from: { name: settings.sender_name, address: settings.sender_address },
      connections: settings.connections,
      builtIn: true,
      helloDomain: domainOf(settings.sender_address),
    };
  });
