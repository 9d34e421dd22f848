import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { findAdministrators } from '../campaigns/public.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { dayText } from '../../platform/clock.ts';
import { quietUntil, settleNotifications, whoWantsEmail } from '../notifications/public.ts';
import { endingLicence } from './waiting.query.ts';
import * as repo from './licence-reminders.repo.ts';

/** Queues the reminder of each organisation whose licence ends soon. Called once a minute for the whole installation. */
export const sweepLicences = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await repo.organizationsToRemindOfLicence(tx))
      await enqueueIn(tx, id, 'organizations.remind-of-licence', {});
  });

/** Reminds the administrators by email that the licence ends. Safe to repeat: each reminder is sent once for a last day. */
export const remindOfLicence = (ctx: JobCtx): Promise<void> =>
  ctx.run('write', async (tx) => {
    const due = await repo.takeLicenceReminder(tx);
    if (!due) return;
    const url = `${ctx.platform.urls.portal}/lk/admin/settings/license`;
    await settleNotifications(tx, endingLicence);
    const administrators = await whoWantsEmail(tx, 'licence', await findAdministrators(tx));
    const notBefore = (await quietUntil(tx)) ?? undefined;
    for (const { id, email, language } of administrators) {
      const notice = due.days_left === 0 ? 'email.licence_today' : 'email.licence';
      const { subject, title, paragraphs, button } = emailTexts(language, 'organizations__server', notice, {
        day: dayText(due.licence_end),
        count: due.days_left,
      });
      const laid = layOutEmail({
        language,
        organization: due.title,
        brandColor: due.brand_color,
        title,
        paragraphs,
        button: { label: button!, url },
      });
      await queueEmail(tx, { kind: 'licence_ends', employeeId: id, to: email, language, subject, notBefore, ...laid });
    }
    const act = { action: 'organization.licence_reminded', actorId: null, actorName: '' };
    await writeAudit(tx, act, { kind: 'organization', title: due.title, details: { affected: administrators.length } });
  });
