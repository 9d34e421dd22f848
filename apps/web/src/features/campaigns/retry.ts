import { formatDate, formatDateTime, formatTime } from '../../shared/format.ts';

/** When the next try is, by the organisation's clocks: the time alone on the same day, else with the date. */
export const nextTry = (at: string, now: Date): string =>
  formatDate(at) === formatDate(now) ? formatTime(at) : formatDateTime(at);
