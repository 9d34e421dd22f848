/** Rules of tag actions: forms clamp and offer with them, the server refuses with them. */

/** What a tag can do to those who join. `none` is the empty line of a form that has not been chosen yet; it is not stored. */
export const actionTypes = ['course', 'letter', 'phishing', 'registration_link'] as const;
export type ActionType = (typeof actionTypes)[number];

/** Why an action did not happen, or not yet. */
export const runReasons = [
  'tag_off',
  'autophish_off',
  'sending_paused',
  'phishing_too_soon',
  'domain_unconfirmed',
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
/** What passes by itself: an action that one of these keeps from somebody is tried again in the next hour. */
export const passingReasons: readonly RunReason[] = ['phishing_too_soon', 'sending_paused', 'course_unavailable'];

export const DEFER_MAX = 99;
export const LINK_DAYS_MAX = 365;
export const LINK_DAYS_DEFAULT = 7;
/** The hour of the organisation's day in which actions run, unless it chose another. */
export const HOUR_DEFAULT = 10;
/** How far a dry run looks ahead, in days. */
export const FORECAST_DAYS = 14;
/** Days in which one person gets at most one simulation of a tag. */
export const PHISHING_GAP_DAYS = 7;

type Tagged = { type: string; is_system: boolean };
/** «отчеты»: its members get the scheduled reports, so it is no ordinary tag. */
const isOrdinary = (tag: Tagged): boolean => tag.type === 'arbitrary' && !tag.is_system;

/** Action types that a tag offers (document 2, section 5). */
export const actionTypesOf = (tag: Tagged): readonly ActionType[] =>
  actionTypes.filter((type) => {
    if (type === 'registration_link') return tag.type === 'not_registered';
    if (type === 'phishing') return tag.type === 'newbie' || tag.type === 'not_registered' || isOrdinary(tag);
    return true;
  });

/** Types of which a tag has at most one action. */
export const isSingle = (type: ActionType): boolean => type === 'course' || type === 'phishing';

/** The longest delay of an action in whole days: at most the tag's life less one, 0 where it has none. */
export const deferMax = (lifeDays: number): number => Math.min(DEFER_MAX, Math.max(0, lifeDays - 1));

export const clampDefer = (days: number, lifeDays: number): number =>
  Math.min(deferMax(lifeDays), Math.max(0, Math.trunc(days) || 0));

/** A delay after the tag's life was changed: what no longer fits begins at once. */
export const deferAfter = (deferBy: number, lifeDays: number): number => (deferBy >= lifeDays ? 0 : deferBy);

/** Risk bounds of which one was moved: the other one gives way. */
export const pullBounds = (
  bounds: { min_risk_level: number; max_risk_level: number },
  moved: 'min' | 'max',
): { min_risk_level: number; max_risk_level: number } => {
  const { min_risk_level: min, max_risk_level: max } = bounds;
  if (min <= max) return bounds;
  return moved === 'min' ? { min_risk_level: min, max_risk_level: min } : { min_risk_level: max, max_risk_level: max };
};

/** An hour 0..23 as it stands on the wire. */
export const hourText = (hour: number): string => `${hour}:00`;
