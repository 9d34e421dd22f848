const HALF_HOUR = 30;
const two = (n: number): string => String(n).padStart(2, '0');

/** Minutes of the day as a clock shows them: 540 → 09:00, 1440 → 24:00. */
export const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Half hours from `from` to `to`, with a time that is set already even where it is off the step. */
export const halfHours = (from: number, to: number, kept: number): readonly number[] => {
  const steps = Array.from({ length: (to - from) / HALF_HOUR + 1 }, (_, i) => from + i * HALF_HOUR);
  return [...new Set([...steps, kept])].sort((a, b) => a - b);
};

/** «+05:00» of a zone now; empty where the browser does not know it. */
const offsetOf = (zone: string): string => {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
    return parts.find((part) => part.type === 'timeZoneName')!.value.replace('GMT', 'UTC');
  } catch {
    return '';
  }
};

/** All time zones with their present offset; one that is stored stays choosable even if the browser lacks it. */
export const timeZones = (kept: string): { value: string; label: string }[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), kept])]
    .sort()
    .map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})` }));
