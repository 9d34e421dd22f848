/**
 * Risk formulas of document 3, section 6. The functions are pure, so that tests can compare the server's SQL with them and the
 * web can explain the level with the same numbers.
 */

import { addDays } from '../learning/learning.rules.ts';

/** Days in which the weight of an email in the mean halves (document 3, section 6: «halves every 180 days»). */
export const HALF_LIFE_DAYS = 180;
/** Days for which a completion or a missed deadline counts (document 3, section 6: «of the last 365 days»). */
export const LEARNING_DAYS = 365;
/** Points of a delivered email by its result 0 to 4: not opened, opened, clicked, opened attachment, entered data. */
export const RESULT_POINTS: readonly number[] = [0, 10, 50, 80, 100];
/** Points subtracted for a reported email, never below 0. */
export const REPORTED_POINTS = 20;
export const PHISHING_SHARE = 0.7;
export const LEARNING_SHARE = 0.3;
/** Default number of days of history (document 2, section 9). */
export const PERIOD_DAYS = 90;
export const PROGRESS_POINTS_MAX = 90;
/** Additional days of a series before the period (document 2, section 4). */
export const SERIES_MARGIN_DAYS = 2;
/** Target level of an organisation: the end of the green range. */
export const TARGET_LEVEL = 4;

export type RiskColor = 'green' | 'yellow' | 'red';
export type DeliveredEmail = {
  /** Campaign, or any other key for grouping the shares. */
  readonly key: string;
  readonly result: number;
  readonly reported: boolean;
  readonly age_days: number;
};
export type CountedCourse = { readonly key: string; readonly progress: number };
/** An assignment of a learner. Days are those of the organisation. */
export type AssignedCourse = CountedCourse & {
  readonly course_id: string;
  readonly status: 'planned' | 'active' | 'completed';
  readonly paused: boolean;
  readonly start_date: string;
  readonly deadline: string;
  /** Orders assignments with the same start. */
  readonly assigned_at: string;
  /** Day on which the learner completed it; null: not yet. */
  readonly completed_on: string | null;
};
export type RiskPart = { readonly kind: 'phishing' | 'learning'; readonly key: string; readonly points: number };

/** Rounds to two decimals, halves up. The addend keeps 41.665 a half although no double is exactly 41.665; SQL does the same. */
export const round2 = (value: number): number => Math.floor(value * 100 + 0.5 + 1e-6) / 100;

/** Points of one delivered email, 0 to 100 (document 3, section 6). */
export const emailPoints = (email: Pick<DeliveredEmail, 'result' | 'reported'>): number =>
  Math.max(0, (RESULT_POINTS[email.result] ?? 0) - (email.reported ? REPORTED_POINTS : 0));

/** Weight of an email in the mean: 1 on the day of delivery, half of it every 180 days (document 3, section 6). */
export const emailWeight = (ageDays: number): number => 0.5 ** (ageDays / HALF_LIFE_DAYS);

/**
 * Phishing indicator 0 to 100: the weighted mean of the emails' points; null if no email was delivered
 * (document 3, section 6). Ages count from the latest email: only their differences matter, and no weight becomes 0.
 */
export const phishingIndicator = (emails: readonly DeliveredEmail[]): number | null => {
  if (emails.length === 0) return null;
  const youngest = Math.min(...emails.map((one) => one.age_days));
  let points = 0;
  let weights = 0;
  for (const email of emails) {
    const weight = emailWeight(email.age_days - youngest);
    points += weight * emailPoints(email);
    weights += weight;
  }
  return points / weights;
};

/** First day on which an assignment counts: the day of completion, or the day after a missed deadline; null if it never does. */
const countedFrom = (one: AssignedCourse, today: string): string | null => {
  if (one.completed_on !== null) return one.completed_on;
  return one.status === 'active' && !one.paused && one.deadline < today ? addDays(one.deadline, 1) : null;
};

/** Whether the first assignment is newer than the second. */
const isNewer = (a: AssignedCourse, b: AssignedCourse): boolean =>
  a.start_date === b.start_date ? a.assigned_at > b.assigned_at : a.start_date > b.start_date;

/**
 * The assignments of a learner that count for the level on a day (document 3, section 6): those completed within 365 days, also
 * if the assignment was closed later, and active ones whose deadline passed within 365 days. An assignment that is planned, before
 * its deadline, paused or closed without completion never counts. Of several of one course, only the newest of these counts, so
 * that a new assignment changes nothing before its deadline.
 */
export const countedCourses = (courses: readonly AssignedCourse[], today: string): AssignedCourse[] => {
  const newest = new Map<string, AssignedCourse>();
  for (const one of courses) {
    const from = countedFrom(one, today);
    if (from === null || from > today || from <= addDays(today, -LEARNING_DAYS)) continue;
    const other = newest.get(one.course_id);
    if (!other || isNewer(one, other)) newest.set(one.course_id, one);
  }
  return [...newest.values()];
};

/** Mean progress in percent over the courses that count; null if there are none (document 3, section 6). */
export const learningProgress = (courses: readonly CountedCourse[]): number | null =>
  courses.length === 0 ? null : courses.reduce((sum, one) => sum + one.progress, 0) / courses.length;

/** Learning risk = (100 − progress) / 10 (document 3, section 6). */
export const learningRisk = (progress: number | null): number | null =>
  progress === null ? null : (100 - progress) / 10;
/** Phishing risk = indicator / 10 (document 3, section 6). */
export const phishingRisk = (indicator: number | null): number | null => (indicator === null ? null : indicator / 10);

/** risk_level = 0.7 × phishing risk + 0.3 × learning risk, from the existing ones; null is «missing» (document 3, section 6). */
export const riskLevel = (phishing: number | null, learning: number | null): number | null => {
  if (phishing === null) return learning;
  if (learning === null) return phishing;
  return PHISHING_SHARE * phishing + LEARNING_SHARE * learning;
};

/** All three figures of a person, from the emails and the courses that count, rounded as in the database. */
export const riskOf = (emails: readonly DeliveredEmail[], courses: readonly CountedCourse[]) => {
  const indicator = phishingIndicator(emails);
  const progress = learningProgress(courses);
  const level = riskLevel(phishingRisk(indicator), learningRisk(progress));
  const stored = (value: number | null) => (value === null ? null : round2(value));
  return { risk_level: stored(level), phishing_indicator: stored(indicator), learning_progress: stored(progress) };
};

/**
 * Explains a level: the points of each campaign and course, which add up to the level (document 3, section 6:
 * «which campaigns and courses made it, with their shares»). The largest first.
 */
export const explainRisk = (emails: readonly DeliveredEmail[], courses: readonly CountedCourse[]): RiskPart[] => {
  const parts = new Map<string, { kind: RiskPart['kind']; key: string; points: number }>();
  const add = (kind: RiskPart['kind'], key: string, points: number) => {
    const known = parts.get(`${kind}:${key}`);
    if (known) known.points += points;
    else parts.set(`${kind}:${key}`, { kind, key, points });
  };
  const youngest = Math.min(...emails.map((one) => one.age_days));
  const weights = emails.map((one) => emailWeight(one.age_days - youngest));
  const total = weights.reduce((sum, one) => sum + one, 0);
  const phishingShare = courses.length === 0 ? 1 : PHISHING_SHARE;
  const learningShare = emails.length === 0 ? 1 : LEARNING_SHARE;
  emails.forEach((one, i) => add('phishing', one.key, (phishingShare * weights[i]! * emailPoints(one)) / total / 10));
  for (const one of courses) add('learning', one.key, (learningShare * (100 - one.progress)) / 10 / courses.length);
  return [...parts.values()].sort((a, b) => b.points - a.points);
};

/** Colour of a level 0 to 10: 7 and more, or missing, is red; below 4 green; else yellow (document 1, section 9). */
export const riskColor = (level: number | null): RiskColor =>
  level === null || level >= 7 ? 'red' : level < 4 ? 'green' : 'yellow';
/** Colour of a share in percent: up to 15 green, up to 50 yellow, above red (document 1, section 9). */
export const shareColor = (percent: number): RiskColor => (percent <= 15 ? 'green' : percent <= 50 ? 'yellow' : 'red');

/** Groups of people by the whole part of their level, like colours, tags and the staff filter; `missing`: no level. */
export const riskGroups = [
  { name: 'low', from: 0, to: 3, color: 'green' },
  { name: 'middle', from: 4, to: 6, color: 'yellow' },
  { name: 'high', from: 7, to: 10, color: 'red' },
] as const satisfies readonly { name: string; from: number; to: number; color: RiskColor }[];

export type Point = { readonly date: string; readonly value: number | null };

/** The level at the start of the period: the last point on or before its first day, or else the earliest point after it. */
const pointAt = (points: readonly Point[], day: string): Point | undefined =>
  points.filter((one) => one.date <= day && one.value !== null).at(-1) ?? points.find((one) => one.value !== null);

/** The points that follow today's rules: levels of an earlier rule are shown, but not compared. */
export const comparablePoints = (points: readonly Point[], ruleSince: string | null): readonly Point[] =>
  ruleSince === null ? points : points.filter((one) => one.date >= ruleSince);

/** Minimum number of days between two levels before their difference means more than chance. */
export const CHANGE_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Change of a level from the start of the period to today; negative is better. null if there is nothing to
 * compare, or only a level of less than a week ago (of less than the period, if that is shorter).
 */
export const changeOf = (
  current: number | null,
  points: readonly Point[],
  { from, to }: { readonly from: string; readonly to: string },
): number | null => {
  const before = pointAt(points, from);
  if (current === null || before === undefined || before.value === null) return null;
  const daysTo = (day: string): number => (Date.parse(to) - Date.parse(day)) / DAY_MS;
  return daysTo(before.date) < Math.min(CHANGE_DAYS, daysTo(from)) ? null : round2(current - before.value);
};
