import { screens } from '@sergak/contract/access/screens.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts, greeting } from '../../platform/email-texts.ts';
import * as repo from './reports.repo.ts';

/** Emails a link to a complete report to the person who ordered it. A person removed meanwhile gets no email. */
export const queueLink = async (tx: Tx, platform: Platform, report: repo.ReportTask): Promise<void> => {
  const to = await repo.findReportAddressee(tx, report.created_by);
  if (!to) return;
  const email = emailTexts(to.language, 'reports__server', report.params.own ? 'email.certificate' : 'email.report', {
    title: report.title,
  });
  const path = report.params.own ? screens['learner.courses'].path : screens['statistics.reports'].path;
  await queueEmail(tx, {
    kind: 'report_ready',
    employeeId: to.id,
    to: to.email,
    language: to.language,
    subject: email.subject,
    ...layOutEmail({
      language: to.language,
      organization: to.title,
      brandColor: to.brand_color,
      title: email.title,
      paragraphs: [greeting(to.language, to.first_name), ...email.paragraphs],
      button: { label: email.button!, url: `${platform.urls.portal}${path}` },
    }),
  });
};
