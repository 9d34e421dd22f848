import type { EmailWords } from '../campaign-email.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

export type ApprovalEmail = 'asked' | 'approved' | 'refused' | 'unapproved' | 'by_tag';
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
    by_tag: (f, number) => ({
      subject: `Большая рассылка по тегу: «${f.campaign}»`,
      title: 'Большая рассылка по тегу',
      paragraphs: [
        `В рассылке по тегу «${f.campaign}» уже больше ${number(f.above)} получателей: ${number(f.recipients)}.`,
        'Такие рассылки начинаются без подтверждения: люди попадают в тег по одному. Но в тег можно добавить и много людей сразу.',
        'Если вы об этой рассылке не знали, остановите её и выясните, кто изменил тег.',
      ],
      button: 'Открыть рассылку',
    }),
    unapproved: (f, number) => ({
      subject: `Большая рассылка без подтверждения: «${f.campaign}»`,
      title: 'Большая рассылка без подтверждения',
      paragraphs: [
        `Рассылка «${f.campaign}» запущена. Получателей: ${number(f.recipients)}. Кто запустил: ${f.person || 'администратор'}.`,
        `Если получателей больше ${number(f.above)}, рассылку подтверждает второй администратор, но подходящего в организации пока нет: его учётная запись должна быть старше семи дней и создана не тем, кто запускает рассылку.`,
        'Если вы об этой рассылке не знали, остановите её и выясните, кто её запустил.',
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
    by_tag: (f, number) => ({
      subject: `Large campaign by tag: “${f.campaign}”`,
      title: 'Large campaign by tag',
      paragraphs: [
        `The campaign by tag “${f.campaign}” now has more than ${number(f.above)} recipients: ${number(f.recipients)}.`,
        'Such campaigns begin without approval, because people join a tag one by one. But many people can also be added to a tag at once.',
        'If you did not know about this campaign, stop it and find out who changed the tag.',
      ],
      button: 'Open campaign',
    }),
    unapproved: (f, number) => ({
      subject: `Large campaign without approval: “${f.campaign}”`,
      title: 'Large campaign without approval',
      paragraphs: [
        `The campaign “${f.campaign}” has been launched. Recipients: ${number(f.recipients)}. Launched by: ${f.person || 'an administrator'}.`,
        `Campaigns with more than ${number(f.above)} recipients are approved by a second administrator, but the organisation has no suitable one yet: the account must be older than seven days and not created by the person who launches the campaign.`,
        'If you did not know about this campaign, stop it and find out who launched it.',
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
    by_tag: (f, number) => ({
      subject: `Teg boʻyicha katta kampaniya: “${f.campaign}”`,
      title: 'Teg boʻyicha katta kampaniya',
      paragraphs: [
        `“${f.campaign}” teg boʻyicha kampaniyasida oluvchilar ${number(f.above)} nafardan oshdi: ${number(f.recipients)}.`,
        'Bunday kampaniyalar tasdiqsiz boshlanadi: odamlar tegga birma-bir qoʻshiladi. Lekin tegga birdaniga koʻp odamni ham qoʻshish mumkin.',
        'Bu kampaniyadan xabaringiz boʻlmasa, uni toʻxtating va tegni kim oʻzgartirganini aniqlang.',
      ],
      button: 'Kampaniyani ochish',
    }),
    unapproved: (f, number) => ({
      subject: `Tasdiqsiz katta kampaniya: “${f.campaign}”`,
      title: 'Tasdiqsiz katta kampaniya',
      paragraphs: [
        `“${f.campaign}” kampaniyasi ishga tushirildi. Oluvchilar: ${number(f.recipients)}. Ishga tushirgan: ${f.person || 'administrator'}.`,
        `Oluvchilar ${number(f.above)} nafardan koʻp boʻlsa, kampaniyani ikkinchi administrator tasdiqlaydi, ammo tashkilotda hozircha mos administrator yoʻq: uning hisobi yaratilganiga yetti kundan oshgan va uni kampaniyani boshlayotgan odam yaratmagan boʻlishi kerak.`,
        'Bu kampaniyadan xabaringiz boʻlmasa, uni toʻxtating va kim ishga tushirganini aniqlang.',
      ],
      button: 'Kampaniyani ochish',
    }),
  },
};

/** Returns the texts of an email about an approval in the reader's language. */
export const approvalWords = (email: ApprovalEmail, language: Language, facts: ApprovalFacts): EmailWords =>
  words[language][email](facts, (n) => n.toLocaleString(locales[language]));
