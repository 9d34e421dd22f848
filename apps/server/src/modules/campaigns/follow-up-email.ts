import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { findAdministrators } from './approval/approval.query.ts';
import { writeCampaignEmails, type EmailWords } from './campaign-email.ts';

const words: Record<Language, (name: string, before: string) => EmailWords> = {
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
  on: { readonly tx: Tx; readonly platform: Platform },
  campaignId: string,
  name: string,
  before: string,
): Promise<void> => {
  const wordsIn = (language: Language) => words[language](name, before);
  await writeCampaignEmails(on, { campaignId, kind: 'follow_up_failed', wordsIn }, await findAdministrators(on.tx));
};
