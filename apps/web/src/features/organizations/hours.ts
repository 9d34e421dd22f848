const HALF_HOUR = 30;
const two = (n: number): string => String(n).padStart(2, '0');

/** Minutes of the day as a clock time: 540 → 09:00, 1440 → 24:00. */
export const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Half hours from `from` to `to`, plus the stored time if it is not on the half hour. */
export const halfHours = (from: number, to: number, kept: number): readonly number[] => {
  const steps = Array.from({ length: (to - from) / HALF_HOUR + 1 }, (_, i) => from + i * HALF_HOUR);
  return [...new Set([...steps, kept])].sort((a, b) => a - b);
};

/** The current offset of a zone, like «+05:00»; empty if the browser does not know the zone. */
const offsetOf = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
    return parts.find((part) => part.type === 'timeZoneName')!.value.replace('GMT', 'UTC');
  } catch {
    return '';
  }
};

/** All time zones with their current offset; a stored zone is kept even if the browser does not know it. */
export const timeZones = (kept: string): { value: string; label: string }[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), kept])]
    .sort()
    .map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})` }));
