import { auditChanges } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { saveDirectory } from '../ldap/public.ts';
import { layOutEmail } from '../settings/public.ts';
import { changedWords } from './changed-email.ts';
import { findAdministrators, organizationOfEmail } from './staff.query.ts';

/**
 * Saves the settings and reports a change to all administrators by email. The author of the change gets the email too, so that
 * the owner of a stolen session notices.
 */
export const saveAndReport = async (ctx: Ctx, input: Parameters<typeof saveDirectory>[1]) => {
  const saved = await saveDirectory(ctx, input);
  if (auditChanges(saved.entry).length > 0) await reportChange(ctx, input.host);
  return saved;
};

const reportChange = async ({ tx, platform, viewer }: Ctx, host: string): Promise<void> => {
  const { title: organization, brand_color: brandColor } = await organizationOfEmail(tx);
  const url = `${platform.urls.portal}/lk/admin/settings/adfs?type=active_directory`;
  for (const { id, email, language } of await findAdministrators(tx)) {
    const { subject, paragraphs, button } = changedWords[language](viewer.name, host);
    const laid = layOutEmail({
      language,
      organization,
      brandColor,
      title: subject,
      paragraphs,
      button: { label: button, url },
    });
    await queueEmail(tx, { kind: 'directory_changed', employeeId: id, to: email, language, subject, ...laid });
  }
};
