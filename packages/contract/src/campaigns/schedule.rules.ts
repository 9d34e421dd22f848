import { clocksOf, instantOfWall, wallClock } from '../wall-clock.rules.ts';

/** When simulated emails may be sent: minutes since local midnight, ISO weekdays, local days off. */
export type WorkHours = {
  readonly time_zone: string;
  readonly work_from: number;
  readonly work_to: number;
  readonly work_days: readonly number[];
  readonly holidays: readonly string[];
};
/** Milliseconds since the epoch, the end not included. */
export type Span = { readonly start: number; readonly end: number };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longest campaign in days; loops over days end here. */
export const CAMPAIGN_DAYS_MAX = 366;

/** The local calendar day of an instant, as YYYY-MM-DD. */
export const localDay = (at: number, timeZone: string): string =>
  new Date(wallClock(at, clocksOf(timeZone))).toISOString().slice(0, 10);

/** The instant of a local day and minute. A minute that the clocks skip in spring returns the instant after the gap. */
export const instantOf = (day: string, minute: number, timeZone: string): number =>
  instantOfWall(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE, clocksOf(timeZone));

export const nextDay = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const isWorkDay = (day: string, hours: WorkHours) =>
  hours.work_days.includes(((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) && !hours.holidays.includes(day);

/** The stretches of working time between two instants, in order. Days are local, so a change of clocks moves nothing. */
export const workingSpans = (from: number, until: number, hours: WorkHours): Span[] => {
  const spans: Span[] = [];
  let day = localDay(from, hours.time_zone);
  for (let count = 0; count <= CAMPAIGN_DAYS_MAX; count += 1, day = nextDay(day)) {
    const opens = instantOf(day, hours.work_from, hours.time_zone);
    if (opens >= until) break;
    if (!isWorkDay(day, hours)) continue;
    const start = Math.max(from, opens);
    const end = Math.min(until, instantOf(day, hours.work_to, hours.time_zone));
    if (start < end) spans.push({ start, end });
  }
  return spans;
};

export const isWorkingTime = (at: number, hours: WorkHours): boolean => workingSpans(at, at + 1, hours).length > 0;

/** `count` instants spread evenly over the spans, ascending; empty if there are no spans. */
export const spreadOver = (spans: readonly Span[], count: number): number[] => {
  const total = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  if (total <= 0) return [];
  const moments: number[] = [];
  let index = 0;
  let passed = 0;
  for (let n = 0; n < count; n += 1) {
    const at = ((n + 0.5) / count) * total;
    while (at - passed >= spans[index]!.end - spans[index]!.start && index < spans.length - 1) {
      passed += spans[index]!.end - spans[index]!.start;
      index += 1;
    }
    moments.push(Math.floor(spans[index]!.start + at - passed));
  }
  return moments;
};

/** Days that people have to react after the last email. Larger companies read their mail more slowly. */
export const reactionDays = (recipients: number): number => (recipients <= 100 ? 7 : recipients <= 1000 ? 10 : 14);

/** Default end of a campaign: some days after the last email, at the end of the working day. */
export const autoFinish = (lastEmail: number, recipients: number, hours: WorkHours): number =>
  instantOf(nextDay(localDay(lastEmail, hours.time_zone), reactionDays(recipients)), hours.work_to, hours.time_zone);
