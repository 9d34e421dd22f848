import type { Limits, Loosened } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { textsOf } from '../../platform/texts.ts';

export type LimitValues = Limits & { readonly sending_paused: boolean };
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
  const none = field === 'minute_cap' ? 'loosened.unlimited' : 'loosened.none';
  return values[field]?.toLocaleString(locales[language]) ?? textsOf(language, 'organizations__server')(none);
};

/** The email to administrators: each loosened limit with its value before and after, and who changed it. */
export const loosenedWords = (
  language: Language,
  person: string,
  loosened: readonly Loosened[],
  before: LimitValues,
  after: LimitValues,
) => {
  const t = textsOf(language, 'organizations__server');
  const nameOf = textsOf(language, 'audit');
  const lines = loosened.map((field) => {
    if (field === 'sending_paused') return t('loosened.resumed');
    const name = nameOf(`field.${field}`);
    if (field === 'holidays') return `${name}: ${t('loosened.changed')}.`;
    return `${name}: ${shown(field, before, language)} → ${shown(field, after, language)}.`;
  });
  return emailTexts(language, 'organizations__server', 'email.loosened', { lines: lines.join('\n\n'), by: person });
};
