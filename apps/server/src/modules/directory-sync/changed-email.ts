import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = Record<
  Language,
  (person: string, host: string) => { subject: string; title: string; button: string; paragraphs: string[] }
>;

/** The email to administrators after the settings of the directory changed. The changes themselves are in the audit log. */
export const changedWords: Words = {
  ru: (person, host) => ({
    subject: 'Настройки каталога изменены',
    title: 'Настройки каталога изменены',
    button: 'Открыть настройки',
    paragraphs: [
      `Изменились настройки каталога ${host}. По ним портал добавляет и удаляет сотрудников, назначает роли и может проверять пароли при входе.`,
      `Кто изменил: ${person}. Что именно изменилось, видно в журнале. Если вы об этом не договаривались, отключите каталог и сообщите службе безопасности.`,
    ],
  }),
  en: (person, host) => ({
    subject: 'The directory settings have been changed',
    title: 'The directory settings have been changed',
    button: 'Open settings',
    paragraphs: [
      `The settings of the directory ${host} have changed. With them the portal adds and removes employees, assigns roles and may check passwords at sign-in.`,
      `Changed by: ${person}. The audit log shows what has changed. If this was not agreed, disconnect the directory and tell your security team.`,
    ],
  }),
  uz: (person, host) => ({
    subject: 'Katalog sozlamalari oʻzgartirildi',
    title: 'Katalog sozlamalari oʻzgartirildi',
    button: 'Sozlamalarni ochish',
    paragraphs: [
      `${host} katalogining sozlamalari oʻzgardi. Ular boʻyicha portal xodimlarni qoʻshadi va oʻchiradi, rol beradi va kirishda parollarni tekshirishi mumkin.`,
      `Oʻzgartirgan: ${person}. Nima oʻzgargani jurnalda koʻrinadi. Agar bu kelishilmagan boʻlsa, katalogni uzib qoʻying va xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};

/** The email to administrators after the directory was disconnected. */
export const removedWords: Words = {
  ru: (person, host) => ({
    subject: 'Каталог отключён',
    title: 'Каталог отключён',
    button: 'Открыть настройки',
    paragraphs: [
      `Каталог ${host} отключён, его настройки удалены. Портал больше не читает из него сотрудников, и войти с паролем каталога нельзя.`,
      `Кто отключил: ${person}. Если вы об этом не договаривались, сообщите службе безопасности.`,
    ],
  }),
  en: (person, host) => ({
    subject: 'The directory has been disconnected',
    title: 'The directory has been disconnected',
    button: 'Open settings',
    paragraphs: [
      `The directory ${host} has been disconnected, and its settings have been deleted. The portal no longer reads employees from it, and nobody can sign in with its passwords.`,
      `Disconnected by: ${person}. If this was not agreed, tell your security team.`,
    ],
  }),
  uz: (person, host) => ({
    subject: 'Katalog uzib qoʻyildi',
    title: 'Katalog uzib qoʻyildi',
    button: 'Sozlamalarni ochish',
    paragraphs: [
      `${host} katalogi uzib qoʻyildi, sozlamalari oʻchirildi. Portal endi undan xodimlarni oʻqimaydi, katalog paroli bilan kirib boʻlmaydi.`,
      `Uzib qoʻygan: ${person}. Agar bu kelishilmagan boʻlsa, xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};
