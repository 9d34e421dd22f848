import { formatDate, formatDateTime, formatTime } from '../../shared/format.ts';

/** The time of the next attempt in the organisation's time zone; with the date if it is not today. */
export const nextTry = (at: string, now: Date): string =>
  formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at);
