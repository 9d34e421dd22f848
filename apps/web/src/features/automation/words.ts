import { formatDate, formatTime, toDate, toIsoDay, today } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';
import type { Line } from './draft.ts';

/** The label of an action in a list: its type and content. */
export const lineTitle = (t: T<'automation'>, line: Line): string => {
  const of = { none: '', course: '', phishing: '', letter: line.theme, registration_link: line.theme }[line.type];
  const type = t(`type.${line.type}`);
  return of.trim() === '' ? type : t('titled', { type, title: of.trim() });
};

/** The time of an action, counted from the day of joining. */
export const whenWords = (t: T<'automation'>, deferBy: number, hour: string): string =>
  deferBy === 0 ? t('when.at_once', { hour }) : t('when.later', { count: deferBy, hour });

/** «Сегодня», «завтра», or the date. */
export const dayWords = (t: T<'automation'>, day: string): string => {
  if (day === today()) return t('day.today');
  return day === today(1) ? t('day.tomorrow') : formatDate(day);
};
/** «Сегодня, 10:00», in the time zone of the organisation. */
export const instantWords = (t: T<'automation'>, instant: string): string =>
  `${dayWords(t, toIsoDay(toDate(instant)))}, ${formatTime(instant)}`;
