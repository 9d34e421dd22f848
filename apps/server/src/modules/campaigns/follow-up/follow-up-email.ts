import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { findAdministrators } from '../approval/approval.query.ts';
import { writeCampaignEmails, type EmailWords } from '../campaign-email.ts';

type Failure = 'no_emails' | 'follow_up_paused';
const words: Record<Language, (name: string, before: string, failure: Failure) => EmailWords> = {
  ru: (name, before, failure) => ({
    subject: `Рассылка «${name}» не началась`,
    title: `Рассылка «${name}» не началась`,
    paragraphs: [
      failure === 'no_emails'
        ? `Она должна была начаться после рассылки «${before}», но все её письма удалены или убраны в архив. Сотрудникам ничего не отправлено.`
        : `Она должна была начаться после рассылки «${before}», но та завершилась на паузе. Сотрудникам ничего не отправлено.`,
      failure === 'no_emails'
        ? 'Создайте рассылку с другими письмами для тех же людей.'
        : 'Если рассылка нужна, создайте её для тех же людей.',
    ],
    button: 'Открыть рассылку',
  }),
  en: (name, before, failure) => ({
    subject: `Campaign “${name}” did not start`,
    title: `Campaign “${name}” did not start`,
    paragraphs: [
      failure === 'no_emails'
        ? `It was due to start after the campaign “${before}”, but all its emails have been deleted or archived. Nothing was sent to employees.`
        : `It was due to start after the campaign “${before}”, but that campaign ended while it was paused. Nothing was sent to employees.`,
      failure === 'no_emails'
        ? 'Create a campaign with other emails for the same people.'
        : 'If you need the campaign, create it for the same people.',
    ],
    button: 'Open campaign',
  }),
  uz: (name, before, failure) => ({
    subject: `“${name}” kampaniyasi boshlanmadi`,
    title: `“${name}” kampaniyasi boshlanmadi`,
    paragraphs: [
      failure === 'no_emails'
        ? `U “${before}” kampaniyasidan keyin boshlanishi kerak edi, lekin uning barcha xatlari oʻchirilgan yoki arxivga olingan. Xodimlarga hech narsa yuborilmadi.`
        : `U “${before}” kampaniyasidan keyin boshlanishi kerak edi, lekin u kampaniya pauzada tugadi. Xodimlarga hech narsa yuborilmadi.`,
      failure === 'no_emails'
        ? 'Xuddi shu odamlar uchun boshqa xatlar bilan kampaniya yarating.'
        : 'Kampaniya kerak boʻlsa, uni xuddi shu odamlar uchun yarating.',
    ],
    button: 'Kampaniyani ochish',
  }),
};

type Failed = { readonly id: string; readonly name: string; readonly before: string; readonly failure: Failure };

/** Tells the administrators that a follow-up could not start, and why. */
export const sendFollowUpFailed = async (
  on: { readonly tx: Tx; readonly platform: Platform },
  { id, name, before, failure }: Failed,
): Promise<void> => {
  const wordsIn = (language: Language) => words[language](name, before, failure);
  await writeCampaignEmails(on, { campaignId: id, kind: 'follow_up_failed', wordsIn }, await findAdministrators(on.tx));
};
