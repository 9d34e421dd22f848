import { formatNumber } from './format.ts';
import { text } from './i18n/use-t.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time span in its two largest units, in words: «2 ч 5 мин»; a dash if there is none. */
export const formatSpan = (seconds: number | null): string => {
  if (seconds === null) return '—';
  if (seconds < MINUTE) return text('commons:span.seconds', { count: formatNumber(Math.round(seconds)) });
  const minutes = Math.round(seconds / MINUTE) * MINUTE;
  const part = (unit: 'days' | 'hours' | 'minutes', value: number): string =>
    value === 0 ? '' : text(`commons:span.${unit}`, { count: formatNumber(value) });
  const [days, hours] = [Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR)];
  const rest = days > 0 ? '' : part('minutes', (minutes % HOUR) / MINUTE);
  return [part('days', days), part('hours', hours), rest].filter(Boolean).join(' ');
};
