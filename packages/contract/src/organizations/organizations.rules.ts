/** Rules of organisations and licences that the forms show and the server enforces. */
export const USERS_LIMIT_MAX = 1_000_000;
export const LOGO_BYTES = 1_000_000;
/** A logo is stored no larger than this, in pixels. */
export const LOGO_BOX = { width: 480, height: 160 } as const;
export const REMIND_EVERY_MAX = 30;
export const REMIND_TIMES_MAX = 10;
export const DAILY_CAP_MAX = 1_000_000;
export const PERSON_WEEKLY_CAP_MAX = 7;
export const PERSON_GAP_HOURS_MAX = 168;
export const APPROVAL_ABOVE_MAX = 1_000_000;
export const NOTICE_THEME_MAX = 200;
/** A verified domain is looked up again after so many days; while the record is missing, every day. */
export const DOMAIN_CHECK_DAYS = 30;
/** A verified domain whose record is missing counts for so many more days. */
export const DOMAIN_GRACE_DAYS = 14;
export const NOTICE_TEXT_MAX = 10_000;

export type LicenceNotice = 'month' | 'week' | 'day' | 'expired';

/** What the shell says about the end of a licence: 30, 7 and 1 days ahead, and afterwards. The last day itself still counts. */
export const licenceNotice = (licence: { days_left: number; expired: boolean }): LicenceNotice | null => {
  if (licence.expired) return 'expired';
  if (licence.days_left <= 1) return 'day';
  if (licence.days_left <= 7) return 'week';
  return licence.days_left <= 30 ? 'month' : null;
};

type Places = { users_limit: number; users_count: number; children_limit: number };

/** Places of a licence that are taken: by own people, and by what was given to child organisations. */
export const takenPlaces = ({ users_count, children_limit }: Omit<Places, 'users_limit'>): number =>
  users_count + children_limit;

/** Places that a licence still has. */
export const freePlaces = (licence: Places): number => Math.max(0, licence.users_limit - takenPlaces(licence));

/** How many simulated emails one person can get in seven days at all: a long gap allows fewer than the cap says. */
export const mostInAWeek = (limits: { person_weekly_cap: number; person_gap_hours: number }): number =>
  Math.min(limits.person_weekly_cap, Math.ceil(PERSON_GAP_HOURS_MAX / limits.person_gap_hours));

/** What keeps simulated emails within bounds. System administrators and super users change it; operators do not. */
export const limitFields = [
  'approval_above',
  'daily_cap',
  'person_weekly_cap',
  'person_gap_hours',
  'work_from',
  'work_to',
  'work_days',
  'holidays',
  'time_zone',
] as const;
export type LimitField = (typeof limitFields)[number];
export type Limits = {
  readonly approval_above: number | null;
  readonly daily_cap: number;
  readonly person_weekly_cap: number;
  readonly person_gap_hours: number;
  readonly work_from: number;
  readonly work_to: number;
  readonly work_days: readonly number[];
  readonly holidays: readonly string[];
  readonly time_zone: string;
};
/** What the administrators are told about: a limit, or the kill switch (`sending_paused`). */
export type Loosened = LimitField | 'sending_paused';

/** The limits that let more email through after this change, or at other times, than before. */
export const loosenedLimits = (before: Limits, change: Partial<Limits>): LimitField[] => {
  const after = { ...before, ...change };
  const isLooser: Record<LimitField, boolean> = {
    approval_above: loosensApproval(before.approval_above, after.approval_above),
    daily_cap: after.daily_cap > before.daily_cap,
    person_weekly_cap: after.person_weekly_cap > before.person_weekly_cap,
    person_gap_hours: after.person_gap_hours < before.person_gap_hours,
    work_from: after.work_from < before.work_from,
    work_to: after.work_to > before.work_to,
    work_days: after.work_days.some((day) => !before.work_days.includes(day)),
    holidays: before.holidays.some((day) => !after.holidays.includes(day)),
    time_zone: after.time_zone !== before.time_zone,
  };
  return limitFields.filter((field) => isLooser[field]);
};

/** Whether larger campaigns than before may start without a second administrator. */
export const loosensApproval = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The paragraphs of an email: an empty line begins a new one. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
