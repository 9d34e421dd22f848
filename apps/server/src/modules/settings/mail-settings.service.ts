import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { isIP } from 'node:net';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import { Logged, type Ctx, type Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mailbox } from '../../platform/smtp/message.ts';
import type { ServerConfig } from '../../platform/smtp/connection.ts';
import { isPrivateAddress } from '../../platform/smtp/private-address.ts';
import * as repo from './mail-settings.repo.ts';

type In<K extends keyof typeof settingsEndpoints> = Input<(typeof settingsEndpoints)[K]>;

/** How emails of an organisation leave. */
export type MailTransport = {
  readonly config: ServerConfig;
  /** Sender of the product's own emails, and the envelope sender of all. */
  readonly from: Mailbox;
  readonly connections: number;
  readonly builtIn: boolean;
  readonly helloDomain: string;
  /** Of the stored settings, to tell whether they are still the ones that were used. */
  readonly version?: number;
};

const aboutPassword = (organizationId: string) => `mail_settings:${organizationId}`;

type Stored = NonNullable<Awaited<ReturnType<typeof repo.findMailSettings>>>;
/** The stored password in clear; empty where there is none. */
export const storedPassword = (platform: Platform, row: Stored): string =>
  row.password_sealed ? platform.secrets.open(row.password_sealed, aboutPassword(row.organization_id)) : '';

const sameServer = (row: Stored, input: Reach) =>
  row.host === input.host && row.port === input.port && row.security === input.security;

/** The password that settings mean: their own, or the stored one while the server is the one it was stored for. */
export const passwordFor = (platform: Platform, row: Stored | undefined, input: Tried): string =>
  input.password ?? (row && sameServer(row, input) ? storedPassword(platform, row) : '');

/** Whether settings reach the mail server exactly as the stored ones do: same server, same sign-in, same sender. */
export const reachesAlike = (platform: Platform, row: Stored, input: Tried): boolean =>
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

/** The stored settings as the page shows them, or those of the built-in mailbox. */
export const readMailSettings = async (tx: Tx): Promise<MailSettings> => {
  const row = await repo.findMailSettings(tx);
  if (!row) return builtInSettings(tx);
  const { password_sealed, organization_id: _organization, updated_at: _updated, ...shown } = row;
  return { ...shown, mode: 'server', has_password: password_sealed !== null };
};

/**
 * Sets the mail server. The password survives only while host, port and security stay what they were; that the server was
 * tried, only while nothing changes by which it is reached.
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
    password_sealed: password ? platform.secrets.seal(password, aboutPassword(viewer.scope.organizationId)) : null,
    verified_at: before && reachesAlike(platform, before, input) ? before.verified_at : null,
    version: version + 1,
  });
  const after = await readMailSettings(ctx.tx);
  return new Logged(after, 'mail', {
    host: [before?.host ?? null, after.host],
    port: [before?.port ?? null, after.port],
    security: [before?.security ?? null, after.security],
    sender_address: [before?.sender_address ?? null, after.sender_address],
  });
};

/** Back to the built-in mailbox. */
export const resetMailServer = async (ctx: Ctx) => {
  const before = await repo.lockMailSettings(ctx.tx);
  await repo.deleteMailSettings(ctx.tx);
  return new Logged(await readMailSettings(ctx.tx), 'mail', { host: [before?.host ?? null, null] });
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

/** How emails of this organisation leave right now. Crosses tenants, since the send engine serves all. */
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
