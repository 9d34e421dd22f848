import type { Limits, Loosened } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

export type LimitValues = Limits & { readonly sending_paused: boolean };
type Words = {
  readonly subject: string;
  readonly button: string;
  readonly intro: string;
  readonly by: (person: string) => string;
  readonly none: string;
  readonly labels: Readonly<Record<Loosened, string>>;
  readonly resumed: string;
  readonly changed: string;
};

const words: Readonly<Record<Language, Words>> = {
  ru: {
    subject: 'Ограничения учебных рассылок ослаблены',
    button: 'Открыть настройки',
    intro: 'Изменились ограничения, которые защищают сотрудников от лишних и ошибочных рассылок.',
    by: (person) =>
      `Кто изменил: ${person}. Если вы об этом не договаривались, остановите рассылки и верните прежние значения.`,
    none: 'не нужно',
    labels: {
      approval_above: 'Подтверждение второго администратора, если получателей больше',
      daily_cap: 'Писем в день на всю организацию',
      person_weekly_cap: 'Писем одному человеку за семь дней',
      person_gap_hours: 'Часов между письмами одному человеку',
      work_from: 'Начало рабочего времени',
      work_to: 'Конец рабочего времени',
      work_days: 'Рабочие дни',
      holidays: 'Нерабочие дни',
      time_zone: 'Часовой пояс',
      sending_paused: 'Рассылки',
    },
    resumed: 'снова разрешены',
    changed: 'список изменён',
  },
  en: {
    subject: 'Phishing simulation limits have been loosened',
    button: 'Open settings',
    intro:
      'The limits that protect employees from too many simulations, or from simulations sent by mistake, have changed.',
    by: (person) => `Changed by: ${person}. If this was not agreed, stop sending and restore the previous values.`,
    none: 'not needed',
    labels: {
      approval_above: 'Approval by a second administrator above this number of recipients',
      daily_cap: 'Emails per day for the whole organisation',
      person_weekly_cap: 'Emails per person in seven days',
      person_gap_hours: 'Hours between two emails to one person',
      work_from: 'Start of working hours',
      work_to: 'End of working hours',
      work_days: 'Working days',
      holidays: 'Non-working days',
      time_zone: 'Time zone',
      sending_paused: 'Sending',
    },
    resumed: 'allowed again',
    changed: 'the list has changed',
  },
  uz: {
    subject: 'Oʻquv xatlari cheklovlari yumshatildi',
    button: 'Sozlamalarni ochish',
    intro: 'Xodimlarni ortiqcha yoki adashib yuborilgan xatlardan himoya qiladigan cheklovlar oʻzgardi.',
    by: (person) =>
      `Oʻzgartirgan: ${person}. Agar bu kelishilmagan boʻlsa, yuborishni toʻxtating va avvalgi qiymatlarni qaytaring.`,
    none: 'kerak emas',
    labels: {
      approval_above: 'Ikkinchi administrator tasdigʻi (oluvchilar bundan koʻp boʻlsa)',
      daily_cap: 'Butun tashkilot uchun kunlik xatlar soni',
      person_weekly_cap: 'Bir kishiga yetti kunda yuboriladigan xatlar soni',
      person_gap_hours: 'Bir kishiga yuboriladigan xatlar oraligʻi, soat',
      work_from: 'Ish vaqtining boshlanishi',
      work_to: 'Ish vaqtining tugashi',
      work_days: 'Ish kunlari',
      holidays: 'Dam olish kunlari',
      time_zone: 'Vaqt mintaqasi',
      sending_paused: 'Xat yuborish',
    },
    resumed: 'yana ruxsat berildi',
    changed: 'roʻyxat oʻzgardi',
  },
};

const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB', uz: 'uz-Latn-UZ' };
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** 1 January 2024 was a Monday. */
const weekday = (day: number, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

const shown = (
  field: Exclude<Loosened, 'sending_paused' | 'holidays'>,
  values: LimitValues,
  language: Language,
): string => {
  if (field === 'time_zone') return values.time_zone;
  if (field === 'work_from' || field === 'work_to') return clock(values[field]);
  if (field === 'work_days') return values.work_days.map((day) => weekday(day, language)).join(', ');
  return values[field]?.toLocaleString(locales[language]) ?? words[language].none;
};

/** The email to administrators: each loosened limit with its value before and after, and who changed it. */
export const loosenedWords = (
  language: Language,
  person: string,
  loosened: readonly Loosened[],
  before: LimitValues,
  after: LimitValues,
) => {
  const w = words[language];
  const lines = loosened.map((field) => {
    if (field === 'sending_paused') return `${w.labels[field]}: ${w.resumed}.`;
    if (field === 'holidays') return `${w.labels[field]}: ${w.changed}.`;
    return `${w.labels[field]}: ${shown(field, before, language)} → ${shown(field, after, language)}.`;
  });
  return { subject: w.subject, title: w.subject, paragraphs: [w.intro, ...lines, w.by(person)], button: w.button };
};
