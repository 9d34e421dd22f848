import type { Language } from '@sergak/contract/session/session.schema.ts';

type Facts = { readonly count: number; readonly total: number; readonly days: number };
type Words = { subject: string; title: string; paragraphs: string[]; button: string };

const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB', uz: 'uz-Latn-UZ' };

const words: Record<Language, (count: string, total: string, days: number, by: string) => Words> = {
  ru: (count, total, days, by) => ({
    subject: 'Удалено много сотрудников',
    title: 'Удалено много сотрудников',
    paragraphs: [
      `Одним запросом выбраны для удаления все, кого нашёл фильтр: ${count} из ${total}. Сколько их должно быть, запрос не указал. Кто удалил: ${by}.`,
      `Если это ошибка, восстановите людей в течение ${days} дней: «Сотрудники» → «Удалённые», отметьте всех и нажмите «Восстановить». Отделы, теги и результаты вернутся. Если запрос отправил кто-то другой от имени этого администратора, завершите его сеансы в карточке сотрудника.`,
    ],
    button: 'Открыть список удалённых',
  }),
  en: (count, total, days, by) => ({
    subject: 'Many employees have been removed',
    title: 'Many employees have been removed',
    paragraphs: [
      `One request selected everyone found by a filter for removal: ${count} of ${total} people. The request did not say how many it expected. Removed by: ${by}.`,
      `If this is a mistake, restore them within ${days} days: open Employees → Removed, select all and restore. Departments, tags and results come back. If somebody else sent the request in this administrator’s name, end the administrator’s sessions in the profile.`,
    ],
    button: 'Open removed employees',
  }),
  uz: (count, total, days, by) => ({
    subject: 'Koʻp xodim oʻchirildi',
    title: 'Koʻp xodim oʻchirildi',
    paragraphs: [
      `Bitta soʻrov bilan filtr topgan barcha xodimlar oʻchirish uchun tanlandi: ${total} kishidan ${count} nafari. Soʻrovda ularning soni koʻrsatilmagan. Oʻchirgan: ${by}.`,
      `Bu xato boʻlsa, xodimlarni ${days} kun ichida tiklang: “Xodimlar” → “Oʻchirilganlar” boʻlimida hammasini belgilab, tiklang. Boʻlimlar, teglar va natijalar qaytadi. Soʻrovni shu administrator nomidan boshqa odam yuborgan boʻlsa, administrator seanslarini uning kartasida yakunlang.`,
    ],
    button: 'Oʻchirilganlar roʻyxatini ochish',
  }),
};

/** The email to administrators about a removal of many people whose number nobody confirmed. */
export const massRemovalWords =
  ({ count, total, days }: Facts) =>
  (language: Language, by: string): Words =>
    words[language](count.toLocaleString(locales[language]), total.toLocaleString(locales[language]), days, by);
