import { COMPLIANCE_DAYS, type ReportCategory } from '../reports/reports.rules.ts';
import { clocksOf, instantOfWall, wallClock } from '../wall-clock.rules.ts';

export const frequencies = ['off', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Kinds of reports that can be scheduled. All are about the organisation and exist as PDF. */
export const scheduledKinds = ['pdf', 'progress', 'compliance'] as const satisfies readonly ReportCategory[];
export type ScheduledKind = (typeof scheduledKinds)[number];

/** Maximum number of named addresses of a schedule. */
export const ADDRESSES_MAX = 50;
/** Maximum number of people and addresses that get one delivery. */
export const RECIPIENTS_MAX = 1_000;
/** Days after which deliveries are deleted from the list: their emails are kept no longer. */
export const DELIVERY_DAYS = 90;

/** When reports are sent: an hour of a weekday or of a day of the month, in the time zone of the organisation. */
export type Timing = {
  readonly frequency: Frequency;
  /** ISO weekday: Monday is 1. */
  readonly weekday: number;
  /** Day of the month; in a shorter month the last day. */
  readonly month_day: number;
  readonly hour: number;
};

/** A delivery that a schedule plans. */
export type Due = {
  readonly at: Date;
  /** The week (by its Monday) or month of the delivery. At most one delivery is made per period. */
  readonly period: string;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** The delivery of the period that is `step` periods after the one that contains the wall time. */
const dueOf = (timing: Timing, wall: number, step: number, clocks: Intl.DateTimeFormat): Due => {
  const day = new Date(Math.floor(wall / DAY) * DAY);
  if (timing.frequency === 'weekly') {
    const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY + step * 7 * DAY;
    const at = monday + (timing.weekday - 1) * DAY + timing.hour * HOUR;
    return { at: new Date(instantOfWall(at, clocks)), period: `weekly:${dayText(monday)}` };
  }
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + step];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const at = Date.UTC(year, month, Math.min(timing.month_day, last)) + timing.hour * HOUR;
  return {
    at: new Date(instantOfWall(at, clocks)),
    period: `monthly:${dayText(Date.UTC(year, month, 1)).slice(0, 7)}`,
  };
};

/** The deliveries of the periods around an instant, in order. */
const duesAround = (timing: Timing, zone: string, at: Date): Due[] => {
  const clocks = clocksOf(zone);
  const wall = wallClock(at.getTime(), clocks);
  return [-1, 0, 1].map((step) => dueOf(timing, wall, step, clocks));
};

/** The first delivery after an instant; null if the schedule is off. */
export const nextDelivery = (timing: Timing, zone: string, after: Date): Due | null =>
  timing.frequency === 'off' ? null : (duesAround(timing, zone, after).find((due) => due.at > after) ?? null);

/** The last delivery that was due at or before an instant; null if the schedule is off. */
export const lastDelivery = (timing: Timing, zone: string, until: Date): Due | null =>
  timing.frequency === 'off' ? null : (duesAround(timing, zone, until).findLast((due) => due.at <= until) ?? null);

/**
 * The days that the reports of a delivery are about, both included: the seven days or the month before the day of the delivery.
 * `day` is that day, as YYYY-MM-DD.
 */
const daysBefore = (frequency: Frequency, day: string): { from: string; to: string } => {
  const end = Date.parse(`${day}T00:00:00Z`);
  const to = dayText(end - DAY);
  if (frequency === 'weekly') return { from: dayText(end - 7 * DAY), to };
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return { from: dayText(Date.UTC(year, month - 2, Math.min(date, last))), to };
};

/**
 * The days that a scheduled report is about. Compliance always covers a year up to the delivery: with less, courses that are
 * long overdue would be in no later report. The figures of the overview end at the moment of its making, so its days end with the
 * day of the delivery.
 */
export const scheduledDays = (kind: ScheduledKind, frequency: Frequency, day: string): { from: string; to: string } => {
  const { from, to } = daysBefore(frequency, day);
  const shift = (one: string, days: number): string => dayText(Date.parse(`${one}T00:00:00Z`) + days * DAY);
  if (kind === 'compliance') return { from: shift(to, 1 - COMPLIANCE_DAYS), to };
  return kind === 'pdf' ? { from: shift(from, 1), to: day } : { from, to };
};
