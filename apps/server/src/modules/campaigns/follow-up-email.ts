import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { layOutEmail } from '../settings/public.ts';
import { findAdministrators, findSender } from './approval/approval.query.ts';

type Words = { subject: string; title: string; paragraphs: string[]; button: string };

const words: Record<Language, (name: string, before: string) => Words> = {
  ru: (name, before) => ({
    subject: `Рассылка «${name}» не началась`,
    title: `Рассылка «${name}» не началась`,
    paragraphs: [
      `Она должна была начаться после рассылки «${before}», но все её письма удалены или убраны в архив. Сотрудникам ничего не отправлено.`,
      'Создайте рассылку с другими письмами для тех же людей.',
    ],
    button: 'Открыть рассылку',
  }),
  en: (name, before) => ({
    subject: `Campaign “${name}” did not start`,
    title: `Campaign “${name}” did not start`,
    paragraphs: [
      `It was due to start after the campaign “${before}”, but all its emails have been deleted or archived. Nothing was sent to employees.`,
      'Create a campaign with other emails for the same people.',
    ],
    button: 'Open campaign',
  }),
  uz: (name, before) => ({
    subject: `“${name}” kampaniyasi boshlanmadi`,
    title: `“${name}” kampaniyasi boshlanmadi`,
    paragraphs: [
      `U “${before}” kampaniyasidan keyin boshlanishi kerak edi, lekin uning barcha xatlari oʻchirilgan yoki arxivga olingan. Xodimlarga hech narsa yuborilmadi.`,
      'Xuddi shu odamlar uchun boshqa xatlar bilan kampaniya yarating.',
    ],
    button: 'Kampaniyani ochish',
  }),
};

/** Tells the administrators that a follow-up could not start because none of its emails is left. */
export const sendFollowUpFailed = async (
  { tx, platform }: { readonly tx: Tx; readonly platform: Platform },
  campaignId: string,
  name: string,
  before: string,
): Promise<void> => {
  const sender = await findSender(tx);
  const url = `${platform.urls.portal}/lk/admin/phishing/campaigns/${campaignId}/statistics`;
  for (const { id, email, language } of await findAdministrators(tx)) {
    const { subject, title, paragraphs, button } = words[language](name, before);
    const laid = layOutEmail({
      language,
      organization: sender.title,
      brandColor: sender.brand_color,
      title,
      paragraphs,
      button: { label: button, url },
    });
    await queueEmail(tx, { kind: 'follow_up_failed', employeeId: id, to: email, language, subject, ...laid });
  }
};
