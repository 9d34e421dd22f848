import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { subject: string; title: string; paragraphs: string[]; button: string };
const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-US', uz: 'uz-Latn-UZ' };

const words: Record<Language, (person: string, before: string, after: string | null) => Words> = {
  ru: (person, before, after) => ({
    subject: 'Изменилось, какие рассылки нужно подтверждать',
    title: 'Изменилось, какие рассылки нужно подтверждать',
    paragraphs: [
      `Раньше второй администратор подтверждал рассылки, у которых больше ${before} получателей. Теперь ${after === null ? 'подтверждение не нужно' : `подтверждать нужно те, у которых больше ${after}`}.`,
      `Кто изменил: ${person}. Рассылки, которые уже ждут подтверждения, по-прежнему ждут.`,
    ],
    button: 'Открыть настройки',
  }),
  en: (person, before, after) => ({
    subject: 'Campaign approval rules have changed',
    title: 'Campaign approval rules have changed',
    paragraphs: [
      `Until now, campaigns with more than ${before} recipients had to be approved by a second administrator. ${after === null ? 'From now on, no approval is needed' : `From now on, only those with more than ${after} need approval`}.`,
      `Changed by: ${person}. Campaigns that are already waiting for approval still need it.`,
    ],
    button: 'Open settings',
  }),
  uz: (person, before, after) => ({
    subject: 'Qaysi kampaniyalarni tasdiqlash kerakligi oʻzgardi',
    title: 'Qaysi kampaniyalarni tasdiqlash kerakligi oʻzgardi',
    paragraphs: [
      `Ilgari oluvchilari ${before} tadan koʻp boʻlgan kampaniyalarni ikkinchi administrator tasdiqlar edi. Endi ${after === null ? 'tasdiq kerak emas' : `oluvchilari ${after} tadan koʻp boʻlganlarini tasdiqlash kerak`}.`,
      `Kim oʻzgartirdi: ${person}. Tasdiq kutayotgan kampaniyalar avvalgidek tasdiqni kutadi.`,
    ],
    button: 'Sozlamalarni ochish',
  }),
};

/** What the other administrators are told when fewer campaigns need their approval than before. */
export const loosenedWords = (language: Language, person: string, before: number, after: number | null): Words => {
  const number = (n: number) => n.toLocaleString(locales[language]);
  return words[language](person, number(before), after === null ? null : number(after));
};
