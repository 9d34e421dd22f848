import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { subject: string; title: string; paragraphs: string[] };

/** The email to super users after the mail server changed; `server` is null for the built-in mailbox. */
export const changedWords: Record<Language, (person: string, server: string | null) => Words> = {
  ru: (person, server) => ({
    subject: 'Почтовый сервер портала изменён',
    title: 'Почтовый сервер портала изменён',
    paragraphs: [
      server === null
        ? 'Письма портала больше не уходят людям: они остаются во встроенном ящике.'
        : `Письма портала теперь уходят через ${server}.`,
      'Среди них письма, по которым входят на портал: ссылки и коды. Поэтому портал сообщает о каждом изменении, а это письмо отправляет прежним путём.',
      `Кто изменил: ${person}. Если вы об этом не договаривались, верните прежние настройки и сообщите службе безопасности.`,
    ],
  }),
  en: (person, server) => ({
    subject: 'The mail server of the portal has been changed',
    title: 'The mail server of the portal has been changed',
    paragraphs: [
      server === null
        ? 'Emails of the portal no longer reach people: they stay in the built-in mailbox.'
        : `Emails of the portal are now sent through ${server}.`,
      'They include the links and codes that open accounts. The portal therefore reports every change, and sends this email the previous way.',
      `Changed by: ${person}. If this was not agreed, restore the previous settings and tell your security team.`,
    ],
  }),
  uz: (person, server) => ({
    subject: 'Portalning pochta serveri oʻzgartirildi',
    title: 'Portalning pochta serveri oʻzgartirildi',
    paragraphs: [
      server === null
        ? 'Portal xatlari endi odamlarga yetib bormaydi: ular ichki pochta qutisida qoladi.'
        : `Portal xatlari endi ${server} orqali yuboriladi.`,
      'Ular orasida portalga kirish havolalari va kodlari ham bor. Shuning uchun portal har bir oʻzgarish haqida xabar beradi va bu xatni avvalgi yoʻl bilan yuboradi.',
      `Oʻzgartirgan: ${person}. Agar bu kelishilmagan boʻlsa, avvalgi sozlamalarni qaytaring va xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};
