/**
 * Rules for wording a change of a risk level or a progress: better, worse or unchanged. Every screen, report and email that
 * words or colours such a change uses these rules (decision 0145).
 */
import { type Point, riskColor, shareColor } from './risk.rules.ts';

/** A risk level (0 to 10) that moved by less counts as unchanged: one email of one person moves small groups by that much. */
export const RISK_THRESHOLD = 0.3;
/** The same threshold for a progress, in percentage points. */
export const PROGRESS_THRESHOLD = 1;

/** Differences of rounded figures carry errors such as 5.3 − 5 = 0.2999…. */
const EPSILON = 1e-9;
const tenth = (value: number): number => Math.round(value * 10) / 10;
/** Judged as it is displayed, with one decimal: two equal figures never have different colours. */
const reaches = (size: number, threshold: number): boolean => tenth(size) >= threshold - EPSILON;

export type RiskTrend =
  /** No earlier level to compare with. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'same' }
  /** The level moved by `by` (positive) over the period. */
  | { readonly kind: 'better' | 'worse'; readonly by: number }
  /** The level rose by `by` since the day `since`. `fell` is the fall over the whole period, 0 if there was none. */
  | { readonly kind: 'rose'; readonly by: number; readonly since: string; readonly fell: number };

/** The lowest level of a series and the last day with it. */
const lowestOf = (points: readonly Point[]): { date: string; value: number } | undefined =>
  points.reduce<{ date: string; value: number } | undefined>(
    (low, { date, value }) => (value !== null && (low === undefined || value <= low.value) ? { date, value } : low),
    undefined,
  );

/**
 * Trend of a level over a period. `change` is the difference to the start of the period (`changeOf`), `points` are the
 * levels by day, including today's. A level that is now clearly above an earlier one of the period is never «better».
 */
export const riskTrend = (change: number | null, points: readonly Point[]): RiskTrend => {
  if (change === null) return { kind: 'unknown' };
  if (reaches(change, RISK_THRESHOLD)) return { kind: 'worse', by: tenth(change) };
  const now = points.findLast((one) => one.value !== null)?.value ?? null;
  const low = lowestOf(points);
  const fell = reaches(-change, RISK_THRESHOLD) ? tenth(-change) : 0;
  if (now !== null && low !== undefined && reaches(now - low.value, RISK_THRESHOLD))
    return { kind: 'rose', by: tenth(now - low.value), since: low.date, fell };
  return fell > 0 ? { kind: 'better', by: fell } : { kind: 'same' };
};

export type ChangeTone = 'good' | 'bad' | 'same';

/** Whether a change is good or bad; below the threshold it is neither. */
export const changeTone = (
  change: number | null | undefined,
  better: 'up' | 'down',
  threshold = better === 'down' ? RISK_THRESHOLD : PROGRESS_THRESHOLD,
): ChangeTone => {
  if (change === null || change === undefined || !reaches(Math.abs(change), threshold)) return 'same';
  return change > 0 === (better === 'up') ? 'good' : 'bad';
};

export type PersonFacts = {
  readonly level: number | null;
  /** Simulated emails delivered to the person, and those whose link, attachment or form the person used. */
  readonly emails: number;
  readonly caught: number;
  readonly trend: RiskTrend;
};
/** `caught`: the level is good, the results of the emails are not. `low`: a low level that does not deserve praise yet. */
export type PersonVerdict = 'missing' | 'good' | 'low' | 'caught' | 'middle' | 'high';

/** Verdict on a person's own level. Praise requires a low level, few caught emails and a level that is not rising. */
export const personVerdict = ({ level, emails, caught, trend }: PersonFacts): PersonVerdict => {
  if (level === null) return 'missing';
  const color = riskColor(level);
  if (color === 'red') return 'high';
  if (emails > 0 && shareColor((caught / emails) * 100) !== 'green') return 'caught';
  if (color === 'yellow') return 'middle';
  return emails === 0 || trend.kind === 'worse' || trend.kind === 'rose' ? 'low' : 'good';
};
