import type { EmailWords } from '../campaign-email.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

export type ApprovalEmail = 'asked' | 'approved' | 'refused';
export type ApprovalFacts = {
  readonly campaign: string;
  /** The person who asked for the approval, or who decided about it. */
  readonly person: string;
  readonly recipients: number;
  readonly above: number;
  readonly note: string;
};

const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-US', uz: 'uz-Latn-UZ' };

const words: Record<
  Language,
  Record<ApprovalEmail, (f: ApprovalFacts, number: (n: number) => string) => EmailWords>
> = {
  ru: {
    asked: (f, number) => ({
      subject: `Подтвердите рассылку «${f.campaign}»`,
      title: `Рассылка «${f.campaign}» ждёт подтверждения`,
      paragraphs: [
        `Кто запускает: ${f.person || 'другой администратор'}. Получателей: ${number(f.recipients)}. Если их больше ${number(f.above)}, рассылку подтверждает второй администратор.`,
        'Посмотрите письма, людей и сроки, затем подтвердите рассылку или отклоните её. До этого ни одно письмо не уйдёт.',
      ],
      button: 'Посмотреть рассылку',
    }),
    approved: (f, number) => ({
      subject: `Рассылка «${f.campaign}» подтверждена`,
      title: 'Рассылка подтверждена',
      paragraphs: [
        `Рассылка «${f.campaign}» начнётся в назначенное время, а если оно прошло — сразу. Получателей: ${number(f.recipients)}.`,
        `Кто подтвердил: ${f.person}.`,
      ],
      button: 'Открыть рассылку',
    }),
    refused: (f) => ({
      subject: `Рассылка «${f.campaign}» отклонена`,
      title: 'Рассылка отклонена',
      paragraphs: [
        `Рассылка «${f.campaign}» не начнётся. Кто отклонил: ${f.person}. Причина: ${f.note}`,
        'Измените рассылку, и она снова отправится на подтверждение, или удалите её.',
      ],
      button: 'Открыть рассылку',
    }),
  },
  en: {
    asked: (f, number) => ({
      subject: `Approval needed: campaign “${f.campaign}”`,
      title: `Campaign “${f.campaign}” is waiting for approval`,
      paragraphs: [
        `Submitted by: ${f.person || 'another administrator'}. Recipients: ${number(f.recipients)}. Campaigns with more than ${number(f.above)} recipients must be approved by a second administrator.`,
        'Review its emails, recipients and schedule, then approve or reject it. No emails will be sent until then.',
      ],
      button: 'Review campaign',
    }),
    approved: (f, number) => ({
      subject: `Campaign approved: “${f.campaign}”`,
      title: 'Campaign approved',
      paragraphs: [
        `The campaign “${f.campaign}” will start at its scheduled time, or immediately if that has passed. Recipients: ${number(f.recipients)}.`,
        `Approved by: ${f.person}.`,
      ],
      button: 'Open campaign',
    }),
    refused: (f) => ({
      subject: `Campaign rejected: “${f.campaign}”`,
      title: 'Campaign rejected',
      paragraphs: [
        `The campaign “${f.campaign}” will not start. Rejected by: ${f.person}. Reason: ${f.note}`,
        'Edit the campaign to submit it for approval again, or delete it.',
      ],
      button: 'Open campaign',
    }),
  },
  uz: {
    asked: (f, number) => ({
      subject: `“${f.campaign}” kampaniyasini tasdiqlang`,
      title: `“${f.campaign}” kampaniyasi tasdiqni kutmoqda`,
      paragraphs: [
        `Tasdiqqa yuborgan: ${f.person || 'boshqa administrator'}. Oluvchilar: ${number(f.recipients)}. Ular ${number(f.above)} nafardan koʻp boʻlsa, kampaniyani ikkinchi administrator tasdiqlaydi.`,
        'Xatlar, oluvchilar va muddatlarni koʻrib chiqing, soʻng kampaniyani tasdiqlang yoki rad eting. Ungacha birorta xat yuborilmaydi.',
      ],
      button: 'Kampaniyani koʻrish',
    }),
    approved: (f, number) => ({
      subject: `“${f.campaign}” kampaniyasi tasdiqlandi`,
      title: 'Kampaniya tasdiqlandi',
      paragraphs: [
        `“${f.campaign}” kampaniyasi belgilangan vaqtda, bu vaqt oʻtgan boʻlsa, darhol boshlanadi. Oluvchilar: ${number(f.recipients)}.`,
        `Tasdiqlagan: ${f.person}.`,
      ],
      button: 'Kampaniyani ochish',
    }),
    refused: (f) => ({
      subject: `“${f.campaign}” kampaniyasi rad etildi`,
      title: 'Kampaniya rad etildi',
      paragraphs: [
        `“${f.campaign}” kampaniyasi boshlanmaydi. Rad etgan: ${f.person}. Sababi: ${f.note}`,
        'Qayta tasdiqqa yuborish uchun kampaniyani oʻzgartiring yoki uni oʻchirib tashlang.',
      ],
      button: 'Kampaniyani ochish',
    }),
  },
};

/** Returns the texts of an email about an approval in the reader's language. */
export const approvalWords = (email: ApprovalEmail, language: Language, facts: ApprovalFacts): EmailWords =>
  words[language][email](facts, (n) => n.toLocaleString(locales[language]));
