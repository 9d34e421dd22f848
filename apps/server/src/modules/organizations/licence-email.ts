import type { Language } from '@sergak/contract/session/session.schema.ts';

const plural = (count: number, one: string, few: string, many: string): string =>
  ({ one, few, many })[new Intl.PluralRules('ru').select(count) as 'one' | 'few' | 'many'] ?? many;

const words: Readonly<
  Record<Language, (day: string, left: number) => { subject: string; paragraphs: string[]; button: string }>
> = {
  ru: (day, left) => ({
    subject:
      left === 0
        ? 'Лицензия заканчивается сегодня'
        : `Лицензия закончится через ${left} ${plural(left, 'день', 'дня', 'дней')}`,
    paragraphs: [
      `Последний день лицензии вашей организации — ${day}.`,
      'После этого нельзя будет начать новую рассылку или назначить курс. Начатые курсы сотрудники смогут пройти до конца, отчёты останутся доступны.',
    ],
    button: 'Открыть страницу лицензии',
  }),
  en: (day, left) => ({
    subject: left === 0 ? 'The licence ends today' : `The licence ends in ${left} ${left === 1 ? 'day' : 'days'}`,
    paragraphs: [
      `The last day of your organisation’s licence is ${day}.`,
      'After that no campaign can be started and no course can be assigned. People can finish the courses that they have begun, and reports stay available.',
    ],
    button: 'Open the licence page',
  }),
  uz: (day, left) => ({
    subject: left === 0 ? 'Litsenziya bugun tugaydi' : `Litsenziya ${left} kundan keyin tugaydi`,
    paragraphs: [
      `Tashkilotingiz litsenziyasining oxirgi kuni — ${day}.`,
      'Shundan keyin yangi kampaniya boshlab va kurs tayinlab boʻlmaydi. Xodimlar boshlagan kurslarini oxirigacha oʻtishi mumkin, hisobotlar ochiq qoladi.',
    ],
    button: 'Litsenziya sahifasini ochish',
  }),
};

/** The email about a licence that ends soon, in the reader's language. `lastDay` is YYYY-MM-DD. */
export const licenceWords = (language: Language, lastDay: string, daysLeft: number) => {
  const [year, month, day] = lastDay.split('-');
  const { subject, paragraphs, button } = words[language](`${day}.${month}.${year}`, daysLeft);
  return { subject, title: subject, paragraphs, button };
};
