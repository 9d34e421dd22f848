import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatDate, formatNumber, formatTime, toDate, toDay, today } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';
import type { Line } from './draft.ts';

/** Who belongs to a tag, in a sentence. */
export const aboutTag = (t: T<'staff__tags'>, tag: Tag): string => {
  if (tag.type === 'risk_group') return t('about.risk_group', { from: tag.min_risk_level, to: tag.max_risk_level });
  if (tag.type === 'newbie') return t('about.newbie', { count: tag.life_days });
  if (tag.type === 'not_registered') return t('about.not_registered');
  return t(tag.is_system ? 'about.reports' : 'about.arbitrary');
};

/** How an action is called in a list: its type and what it gives. */
export const lineTitle = (t: T<'staff__tag_actions'>, line: Line): string => {
  const of = { none: '', course: '', phishing: '', letter: line.theme, registration_link: line.theme }[line.type];
  const type = t(`type.${line.type}`);
  return of.trim() === '' ? type : t('titled', { type, title: of.trim() });
};

/** When an action runs, counted from the day of joining. */
export const whenWords = (t: T<'staff__tag_actions'>, deferBy: number, hour: string): string =>
  deferBy === 0 ? t('when.at_once', { hour }) : t('when.later', { count: deferBy, hour });

/** «Сегодня», «завтра», or the date. */
export const dayWords = (t: T<'staff__tag_actions'>, day: string): string => {
  if (day === today()) return t('day.today');
  return day === today(1) ? t('day.tomorrow') : formatDate(day);
};
/** «Сегодня, 10:00», by the clocks of the organisation. */
export const instantWords = (t: T<'staff__tag_actions'>, instant: string): string =>
  `${dayWords(t, toDay(toDate(instant)))}, ${formatTime(instant)}`;
export const peopleWords = (t: T<'staff__tags'>, count: number): string =>
  t('people', { count, number: formatNumber(count) });
