/** Rules of the date and time picker: pure functions on local calendar time. */
export const MINUTES = [0, 15, 30, 45] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, i) => i);

/** Rounds up to the next quarter of an hour; after 45 minutes to the next hour. */
export const roundUp = (date: Date): Date => {
  const next = new Date(date);
  const cut = next.getSeconds() > 0 || next.getMilliseconds() > 0;
  next.setSeconds(0, 0);
  next.setMinutes(Math.ceil((next.getMinutes() + (cut ? 0.5 : 0)) / 15) * 15);
  return next;
};

export type Bounds = { min?: Date | undefined; max?: Date | undefined };
/** An hour is allowed if at least one of its quarters is allowed. */
export const hourAllowed = (day: Date, hour: number, bounds: Bounds): boolean =>
  MINUTES.some((minute) => minuteAllowed(day, hour, minute, bounds));
export const minuteAllowed = (day: Date, hour: number, minute: number, { min, max }: Bounds): boolean => {
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute);
  return (
    (min === undefined || at.getTime() >= floorMinute(min)) && (max === undefined || at.getTime() <= max.getTime())
  );
};
const floorMinute = (date: Date): number => Math.floor(date.getTime() / 60_000) * 60_000;

/** The initial time of the picker: the chosen time, otherwise now or the minimum if later, rounded to a quarter. */
export const initialDate = (value: Date | null, now: Date, { min }: Bounds): Date =>
  value ?? roundUp(min !== undefined && min > now ? min : now);

/** Moves a time inside the bounds: on a chosen day the hour becomes the first or last allowed one. */
export const clampDate = (date: Date, { min, max }: Bounds): Date => {
  if (min !== undefined && date.getTime() < floorMinute(min)) return roundUp(min);
  if (max !== undefined && date > max) {
    const last = new Date(max);
    last.setMinutes(Math.floor(last.getMinutes() / 15) * 15, 0, 0);
    return last;
  }
  return date;
};
