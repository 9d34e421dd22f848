import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { subject: string; button: string; paragraphs: string[] };

/** The email to administrators after the settings of the directory changed. The changes themselves are in the audit log. */
export const changedWords: Record<Language, (person: string, host: string) => Words> = {
  ru: (person, host) => ({
    subject: 'Настройки каталога изменены',
    button: 'Открыть настройки',
    paragraphs: [
      `Изменились настройки каталога ${host}. По ним портал добавляет и удаляет сотрудников, назначает роли и может проверять пароли при входе.`,
      `Кто изменил: ${person}. Что именно изменилось, видно в журнале. Если вы об этом не договаривались, отключите каталог и сообщите службе безопасности.`,
    ],
  }),
  en: (person, host) => ({
    subject: 'The directory settings have been changed',
    button: 'Open settings',
    paragraphs: [
      `The settings of the directory ${host} have changed. With them the portal adds and removes employees, assigns roles and may check passwords at sign-in.`,
      `Changed by: ${person}. The audit log shows what has changed. If this was not agreed, disconnect the directory and tell your security team.`,
    ],
  }),
  uz: (person, host) => ({
    subject: 'Katalog sozlamalari oʻzgartirildi',
    button: 'Sozlamalarni ochish',
    paragraphs: [
      `${host} katalogining sozlamalari oʻzgardi. Ular boʻyicha portal xodimlarni qoʻshadi va oʻchiradi, rol beradi va kirishda parollarni tekshirishi mumkin.`,
      `Oʻzgartirgan: ${person}. Nima oʻzgargani jurnalda koʻrinadi. Agar bu kelishilmagan boʻlsa, katalogni uzib qoʻying va xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};
