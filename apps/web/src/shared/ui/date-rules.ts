/** Rules of the date and time picker: pure, on local calendar time. */
export const MINUTES = [0, 15, 30, 45] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, i) => i);

/** Up to the next quarter of an hour, carrying into the next hour after 45. */
export const roundUp = (date: Date): Date => {
  const next = new Date(date);
  const cut = next.getSeconds() > 0 || next.getMilliseconds() > 0;
  next.setSeconds(0, 0);
  next.setMinutes(Math.ceil((next.getMinutes() + (cut ? 0.5 : 0)) / 15) * 15);
  return next;
};

const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
export const sameDay = (a: Date, b: Date): boolean => dayOf(a) === dayOf(b);

/** Six weeks of seven days from Monday that cover a month. */
export const monthGrid = (year: number, month: number): readonly (readonly Date[])[] => {
  const first = new Date(year, month, 1);
  const back = (first.getDay() + 6) % 7;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => new Date(year, month, 1 - back + week * 7 + day)),
  );
};

type Bounds = { min?: Date | undefined; max?: Date | undefined };
export const dayAllowed = (day: Date, { min, max }: Bounds): boolean =>
  (min === undefined || dayOf(day) >= dayOf(min)) && (max === undefined || dayOf(day) <= dayOf(max));
/** An hour is open while one of its quarters is. */
export const hourAllowed = (day: Date, hour: number, bounds: Bounds): boolean =>
  MINUTES.some((minute) => minuteAllowed(day, hour, minute, bounds));
export const minuteAllowed = (day: Date, hour: number, minute: number, { min, max }: Bounds): boolean => {
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute);
  return (
    (min === undefined || at.getTime() >= floorMinute(min)) && (max === undefined || at.getTime() <= max.getTime())
  );
};
const floorMinute = (date: Date): number => Math.floor(date.getTime() / 60_000) * 60_000;

/** What the picker opens with: the chosen time, else now or the minimum if later, on a quarter. */
export const initialDate = (value: Date | null, now: Date, { min }: Bounds): Date =>
  value ?? roundUp(min !== undefined && min > now ? min : now);

/** Keeps a time inside the bounds: a chosen day moves the hour to the first or last open one. */
export const clampDate = (date: Date, { min, max }: Bounds): Date => {
  if (min !== undefined && date.getTime() < floorMinute(min)) return roundUp(min);
  if (max !== undefined && date > max) {
    const last = new Date(max);
    last.setMinutes(Math.floor(last.getMinutes() / 15) * 15, 0, 0);
    return last;
  }
  return date;
};

export const addDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, date.getHours(), date.getMinutes());
/** The same day in another month, or its last day where it is shorter. */
export const addMonths = (date: Date, months: number): Date => {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return new Date(
    date.getFullYear(),
    date.getMonth() + months,
    Math.min(date.getDate(), last),
    date.getHours(),
    date.getMinutes(),
  );
};
