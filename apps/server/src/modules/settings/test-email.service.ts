import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { findSenderAddress, findEmailFrame } from './mail-settings.repo.ts';

/** Sends the caller a plain email with the stored settings. */
export const sendSettingsTestEmail = async (ctx: Ctx) => {
  await limitRate(ctx.platform.db, `mail-email:${ctx.viewer.id}`, 10, 300);
  const head = await findEmailFrame(ctx.tx);
  // The caller's address is stored in the home organisation, even while the caller acts in a descendant.
  const home = ctx.viewer.homeOrganizationId;
  const row = { ...head, email: await asOrganization(ctx.tx, home, () => findSenderAddress(ctx.tx, ctx.viewer.id)) };
  if (!row.email) throw new AppError('employee.not_found');
  const { language } = ctx.viewer;
  const { subject, paragraphs } = emailTexts(language, 'settings__server', 'email.test');
  const laid = layOutEmail({
    language,
    organization: row.title,
    brandColor: row.brand_color,
    title: subject,
    paragraphs,
  });
  await queueEmail(ctx.tx, {
    kind: 'test_email',
    employeeId: ctx.viewer.id,
    to: row.email,
    language,
    subject,
    ...laid,
  });
  return new Logged({ to: row.email }, { kind: 'mail_server', details: { to: row.email } });
};
