import type { Language } from '@sergak/contract/session/session.schema.ts';
import { shareOf, displayShare } from '@sergak/contract/share.rules.ts';
import { clocksOf, instantOfWall, wallClock } from '@sergak/contract/wall-clock.rules.ts';
import { currentLanguage } from './i18n/i18n.ts';

const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-US', uz: 'uz-UZ' };
export const localeOf = (language: Language = currentLanguage()): string => locales[language];

/** Uzbek numbers look like Russian ones except for the percent sign; browsers often lack the Uzbek locale. */
const numbers = (): string => localeOf(currentLanguage() === 'uz' ? 'ru' : currentLanguage());

const cache = new Map<string, Intl.NumberFormat>();
const cached = <F extends Intl.NumberFormat>(key: string, make: () => F): F => {
  const id = `${currentLanguage()} ${key}`;
  if (!cache.has(id)) cache.set(id, make());
  return cache.get(id) as F;
};
const padTwo = (n: number): string => String(n).padStart(2, '0');

type DateInput = Date | string | number;
const isDay = (when: DateInput): when is string => typeof when === 'string' && /^\d{4}-\d\d-\d\d$/.test(when);

let zone: string | undefined;
let clocks: Intl.DateTimeFormat | undefined;
/** Sets the time zone in which times are shown: that of the organisation that the session acts in. */
export const setTimeZone = (name: string | undefined): void => {
  zone = name;
  clocks = undefined;
};
/** Made with the first time that is shown: the first formatter takes a slow computer a tenth of a second. */
const clocksNow = (): Intl.DateTimeFormat => {
  try {
    clocks ??= clocksOf(zone);
  } catch {
    zone = undefined; // the browser does not know this zone
    clocks = clocksOf(undefined);
  }
  return clocks;
};
/** The zone in which times are shown; undefined before the sign-in, which means the zone of the browser. */
export const timeZone = (): string | undefined => {
  clocksNow();
  return zone;
};

/** The wall time of the organisation at a point in time, as a date whose local parts are that wall time. */
export const toWallTime = (moment: Date | string | number): Date => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return date;
  const wall = new Date(wallClock(date.getTime(), clocksNow()));
  const day = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()] as const;
  return new Date(...day, wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds());
};
/** The point in time at which the clocks of the organisation show a wall time; the inverse of {@link toWallTime}. */
export const fromWallTime = (wall: Date): Date => {
  const day = [wall.getFullYear(), wall.getMonth(), wall.getDate()] as const;
  const time = Date.UTC(...day, wall.getHours(), wall.getMinutes(), wall.getSeconds());
  return new Date(instantOfWall(time, clocksNow()));
};

/**
 * A calendar day `YYYY-MM-DD` is the same day in every zone; any other value is a time, converted to the organisation's
 * zone.
 */
export const toDate = (when: DateInput): Date => (isDay(when) ? new Date(`${when}T00:00`) : toWallTime(when));

/** dd.MM.yyyy in every language. */
export const formatDate = (when: DateInput): string => {
  const date = toDate(when);
  if (Number.isNaN(date.getTime())) return '';
  return `${padTwo(date.getDate())}.${padTwo(date.getMonth() + 1)}.${date.getFullYear()}`;
};
export const formatTime = (when: DateInput): string => {
  const date = toDate(when);
  return Number.isNaN(date.getTime()) ? '' : `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;
};
export const formatDateTime = (when: DateInput): string => {
  const day = formatDate(when);
  return day === '' ? '' : `${day}, ${formatTime(when)}`;
};
/** Day and month for axes: 21.11. */
export const formatDay = (when: DateInput): string => {
  const date = toDate(when);
  return `${padTwo(date.getDate())}.${padTwo(date.getMonth() + 1)}`;
};
/** A day without its year in the current year, otherwise with it: 21.11, 21.11.2025. */
const shortDay = (when: DateInput): string => {
  const ofThisYear = toDate(when).getFullYear() === toWallTime(Date.now()).getFullYear();
  return ofThisYear ? formatDay(when) : formatDate(when);
};
/** The first and the last day of something, on one short line: 27.11 – 11.12, 27.11 – 11.12.2025. */
export const formatDays = (from: DateInput, to: DateInput): string => {
  const [first, last] = [toDate(from), toDate(to)];
  const yearLater = new Date(first.getFullYear() + 1, first.getMonth(), first.getDate());
  return `${last < yearLater ? formatDay(from) : formatDate(from)} – ${shortDay(to)}`;
};
/** A moment on one short line: with its time in the current year, otherwise with its year. */
export const formatMoment = (when: DateInput): string => {
  const day = shortDay(when);
  return day.length > 5 ? day : `${day}, ${formatTime(when)}`;
};
/** YYYY-MM-DD of the local parts of a date (from a picker or {@link toDate}), the format of days in the API. */
export const toIsoDay = (date: Date): string =>
  `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
/** The current day of the organisation, or the day `later` days after it. */
export const today = (later = 0): string => {
  const now = toWallTime(Date.now());
  return toIsoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + later));
};

const weekdays: Record<'uz', readonly string[]> = { uz: ['du', 'se', 'ch', 'pa', 'ju', 'sh', 'ya'] };
/** Short names of the days from Monday. The Uzbek names are listed here because browsers often lack them. */
export const weekdayNames = (): readonly string[] => {
  if (currentLanguage() === 'uz') return weekdays.uz;
  const format = new Intl.DateTimeFormat(localeOf(), { weekday: 'short' });
  return Array.from({ length: 7 }, (_, i) => format.format(new Date(2024, 0, 1 + i)));
};

export const formatNumber = (value: number, digits = 0): string =>
  cached(`n${digits}`, () => new Intl.NumberFormat(numbers(), { maximumFractionDigits: digits })).format(value);
/** A percentage from 0…100, rounded by `displayShare`, with the space that the language requires. */
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value)
    ? '—'
    : `${formatNumber(displayShare(value), 1)}${currentLanguage() === 'ru' ? '\u00a0' : ''}%`;
/** A part of a total as a percentage; a dash if the total is 0. */
export const formatShare = (part: number, all: number): string => formatPercent(all === 0 ? null : shareOf(part, all));
/** A risk level with one decimal place; a dash if it is missing. */
export const formatRisk = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : cached(
        'r',
        () => new Intl.NumberFormat(numbers(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      ).format(value);
/** A change with its sign: +5, −0,6. A change that rounds to zero has no sign: 0. */
export const formatChange = (value: number, digits = 1): string => {
  const size = formatNumber(Math.abs(value), digits);
  if (size === formatNumber(0, digits)) return size;
  return value > 0 ? `+${size}` : `−${size}`;
};
/** A change of a risk level with its sign and one decimal place: +3,0, −0,6. */
export const formatLevelChange = (value: number): string => {
  const size = formatRisk(Math.abs(value));
  return size === formatRisk(0) ? '0' : `${value > 0 ? '+' : '−'}${size}`;
};
/** A file size in the units of the language. */
export const formatBytes = (bytes: number): string => {
  const units = currentLanguage() === 'ru' ? ['Б', 'КБ', 'МБ', 'ГБ'] : ['B', 'KB', 'MB', 'GB'];
  const step = bytes <= 0 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return `${formatNumber(bytes / 1000 ** step, step === 0 ? 0 : 1)} ${units[step]}`;
};
