import type { Input } from '@sergak/contract/endpoint.ts';
import type { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { notifyAdministrators, requireProof } from '../session/public.ts';
import * as repo from './mail-settings.repo.ts';
import {
  mailServerConnection,
  hasSameConnection,
  readMailSettings,
  sealServer,
  type StoredServer,
} from './mail-settings.service.ts';

type In<K extends keyof typeof settingsEndpoints> = Input<(typeof settingsEndpoints)[K]>;

/** Emails all super users who changed the mail server, through the previous one: a new one could withhold the email. */
const reportChange = async (
  { tx, platform, viewer }: Ctx,
  before: StoredServer | undefined,
  after: string | null,
): Promise<void> =>
  notifyAdministrators(
    tx,
    viewer,
    'mail_server_changed',
    (language, by) =>
      after === null
        ? emailTexts(language, 'settings__server', 'email.mail_server_built_in', { by })
        : emailTexts(language, 'settings__server', 'email.mail_server_changed', { by, server: after }),
    { roles: ['super_user'], serverSealed: sealServer(platform, viewer.scope.organizationId, before) },
  );

/**
 * Sets the mail server with a proof of identity and reports it. The stored password is kept only if host, port and security do not
 * change; `verified_at` only if server, sign-in and sender do not change.
 */
export const saveMailServer = async (ctx: Ctx, input: In<'settings.mail-save'>) => {
  const { platform } = ctx;
  await requireProof(ctx, input.own_password, 'own_password');
  const before = await repo.lockMailSettings(ctx.tx);
  const accepted = await mailServerConnection.accept(ctx, before, input);
  const { password: _given, own_password: _own, ...row } = input;
  const after = {
    ...row,
    ...accepted,
    verified_at: before && hasSameConnection(platform, before, input) ? before.verified_at : null,
  };
  await repo.putMailSettings(ctx.tx, after);
  await reportChange(ctx, before, `${after.host}:${after.port}`);
  return new Logged(await readMailSettings(ctx), {
    kind: 'mail_server',
    changes: mailServerConnection.changes(ctx, before, after, [
      'username',
      'sender_name',
      'sender_address',
      'connections',
    ]),
  });
};

/** Deletes the settings with a proof of identity, so that the built-in mailbox is used again, and reports it. */
export const resetMailServer = async (ctx: Ctx, { own_password }: In<'settings.mail-reset'>) => {
  await requireProof(ctx, own_password, 'own_password');
  const before = await repo.lockMailSettings(ctx.tx);
  await repo.deleteMailSettings(ctx.tx);
  if (before) await reportChange(ctx, before, null);
  return new Logged(await readMailSettings(ctx), { kind: 'mail_server', changes: { host: [before?.host, null] } });
};
