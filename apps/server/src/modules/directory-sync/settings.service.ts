import type { Input } from '@sergak/contract/endpoint.ts';
import type { directorySyncEndpoints } from '@sergak/contract/directory-sync/directory-sync.endpoints.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { auditChanges } from '../../platform/audit.ts';
import type { Ctx, Logged } from '../../platform/context.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { forgetDirectory } from '../employees/public.ts';
import { removeDirectory, saveDirectory } from '../ldap/public.ts';
import { notifyAdministrators, requireProof } from '../session/public.ts';

type In<K extends keyof typeof directorySyncEndpoints> = Input<(typeof directorySyncEndpoints)[K]>;

/**
 * Emails all administrators which directory was changed or removed, and by whom. The author of the change gets the email too, so
 * that the owner of a stolen session notices.
 */
const reportChange = async (
  { tx, platform, viewer }: Ctx,
  { entry }: Logged<unknown>,
  email: 'email.changed' | 'email.removed',
): Promise<void> => {
  if (auditChanges(entry).length === 0) return;
  const url = `${platform.urls.portal}/lk/admin/settings/adfs?type=active_directory`;
  const wordsIn = (language: Language, by: string) =>
    emailTexts(language, 'directory_sync__server', email, { by, host: entry.title ?? '' });
  await notifyAdministrators(tx, viewer, 'directory_changed', wordsIn, { url });
};

/** Saves the settings and reports changes. A directory that opens accounts needs a proof of identity. */
export const saveAndReport = async (ctx: Ctx, { own_password, ...input }: In<'directory-sync.save'>) => {
  if (input.sign_in) await requireProof(ctx, own_password, 'own_password');
  const saved = await saveDirectory(ctx, input);
  await reportChange(ctx, saved, 'email.changed');
  return saved;
};

/** Disconnects the directory with a proof of identity and reports it. People are no longer linked to its entries. */
export const removeAndReport = async (ctx: Ctx, { own_password }: In<'directory-sync.remove'>) => {
  await requireProof(ctx, own_password, 'own_password');
  const removed = await removeDirectory(ctx);
  await forgetDirectory(ctx.tx);
  await reportChange(ctx, removed, 'email.removed');
  return removed;
};
