import { AsyncLocalStorage } from 'node:async_hooks';

const shifted = new AsyncLocalStorage<{ at: number }>();

/** The current instant. The product reads the clock only here. */
export const now = (): Date => new Date(shifted.getStore()?.at ?? Date.now());

/** Runs `work` with the clock set to `at`: for the demo's year of history and for tests of time rules. */
export const atTime = <T>(at: Date, work: () => Promise<T>): Promise<T> => shifted.run({ at: at.getTime() }, work);

export const after = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds);

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant as the database and the wire write it; for comparisons in queries. */
export const iso = (at: Date): string => at.toISOString();

/** By time zone: making a formatter takes much longer than formatting with it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. */
export const dayIn = (at: Date, timeZone: string): string => {
  const cached = dayFormats.get(timeZone);
  if (cached) return cached.format(at);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format.format(at);
};

/** A calendar day (YYYY-MM-DD, or the beginning of an instant) as dd.MM.yyyy. */
export const dayText = (day: string): string => day.slice(0, 10).split('-').reverse().join('.');
