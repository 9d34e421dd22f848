import { isFound } from '@sergak/contract/fold.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { languages } from '../../shared/i18n/i18n.ts';
import { cityOf, nameOfZone } from '../../shared/zone-name.ts';

const HALF_HOUR = 30;
const two = (n: number): string => String(n).padStart(2, '0');

/** Minutes of the day as a clock time: 540 → 09:00, 1440 → 24:00. */
export const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Half hours from `from` to `to`, plus the stored time if it is not on the half hour. */
export const halfHours = (from: number, to: number, kept: number): readonly number[] => {
  const steps = Array.from({ length: (to - from) / HALF_HOUR + 1 }, (_, i) => from + i * HALF_HOUR);
  return [...new Set([...steps, kept])].sort((a, b) => a - b);
};

/** All time zones by name with their current offset; a stored zone is kept even if the browser does not know it. */
export const timeZones = (kept: string, language: Language): { value: string; label: string }[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), kept])]
    .map((zone) => ({ value: zone, label: nameOfZone(zone) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));

/** The zones whose city in one of the languages, offset or id contains what was typed. */
export const findZones = <Z extends { value: string; label: string }>(zones: readonly Z[], typed: string): Z[] =>
  zones.filter(({ value, label }) => {
    const cities = languages.map((one) => cityOf(value, one) ?? '');
    return isFound([label, value, value.replaceAll('_', ' '), ...cities].join(' '), typed);
  });
