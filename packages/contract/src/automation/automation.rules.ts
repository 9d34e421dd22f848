/** Rules of tag actions: forms use them for limits and choices, the server rejects input that breaks them. */

/** What a tag can do for people who join. `none` is an empty line of the form; it is never stored. */
export const actionTypes = ['course', 'letter', 'phishing', 'registration_link'] as const;
export type ActionType = (typeof actionTypes)[number];

/** Why an action did not run, or has not run yet. */
export const runReasons = [
  'tag_off',
  'autophish_off',
  'sending_paused',
  'phishing_too_soon',
  'domain_unverified',
  'no_emails',
  'course_unavailable',
  'has_course',
  'already_registered',
  'licence_expired',
  'server_fault',
  'without_onboarding',
  'left_tag',
  'action_removed',
] as const;
export type RunReason = (typeof runReasons)[number];
/** Temporary reasons: an action that is held back for one of these reasons is tried again in the next hour. */
export const passingReasons: readonly RunReason[] = ['phishing_too_soon', 'sending_paused', 'course_unavailable'];

export const DEFER_MAX = 99;
export const LINK_DAYS_MAX = 365;
export const LINK_DAYS_DEFAULT = 7;
/** Default hour of the organisation's day at which actions run. */
export const HOUR_DEFAULT = 10;
/** How far a dry run looks ahead, in days. */
export const FORECAST_DAYS = 14;
/** Days in which a person gets at most one simulation from tags. */
export const PHISHING_GAP_DAYS = 7;

type Tagged = { type: string; is_system: boolean };
/** The members of «отчеты» get the scheduled reports, so it is not an ordinary tag. */
const isOrdinary = (tag: Tagged): boolean => tag.type === 'arbitrary' && !tag.is_system;

/** Action types that a tag offers (document 2, section 5). */
export const actionTypesOf = (tag: Tagged): readonly ActionType[] =>
  actionTypes.filter((type) => {
    if (type === 'registration_link') return tag.type === 'not_registered';
    if (type === 'phishing') return tag.type === 'newbie' || tag.type === 'not_registered' || isOrdinary(tag);
    return true;
  });

/** Action types that a tag can have at most once. */
export const isSingle = (type: ActionType): boolean => type === 'course' || type === 'phishing';

/** Longest delay of an action in whole days: at most the tag's membership period less one day, 0 if there is no period. */
export const deferMax = (lifeDays: number): number => Math.min(DEFER_MAX, Math.max(0, lifeDays - 1));

export const clampDefer = (days: number, lifeDays: number): number =>
  Math.min(deferMax(lifeDays), Math.max(0, Math.trunc(days) || 0));

/** The delay after the membership period of the tag has changed: a delay that no longer fits becomes 0. */
export const deferAfter = (deferBy: number, lifeDays: number): number => (deferBy >= lifeDays ? 0 : deferBy);

/** The two risk bounds after one of them has moved: the other bound follows. */
export const moveRiskBounds = (
  bounds: { min_risk_level: number; max_risk_level: number },
  moved: 'min' | 'max',
): { min_risk_level: number; max_risk_level: number } => {
  const { min_risk_level: min, max_risk_level: max } = bounds;
  if (min <= max) return bounds;
  return moved === 'min' ? { min_risk_level: min, max_risk_level: min } : { min_risk_level: max, max_risk_level: max };
};

/** An hour 0 to 23 in the format of the wire. */
export const hourText = (hour: number): string => `${hour}:00`;
