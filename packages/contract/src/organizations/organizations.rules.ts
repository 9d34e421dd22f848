/** Rules of organisations and licences that the forms show and the server enforces. */
export const USERS_LIMIT_MAX = 1_000_000;
/** Longest description of an organisation, in characters. */
export const DESCRIPTION_MAX = 1000;
/** Longest text that is compared with the title of an organisation before its removal, in characters. */
export const TYPED_TITLE_MAX = 300;
/** Longest name of a mail domain, in characters. */
export const DOMAIN_MAX = 253;
/** Maximum number of days off in the calendar of an organisation. */
export const HOLIDAYS_MAX = 400;
/** Working hours are minutes since midnight: 1440 is the end of the day. */
export const DAY_MINUTES = 1440;
export const LOGO_BYTES = 1_000_000;
/** Maximum size of a stored logo, in pixels. */
export const LOGO_BOX = { width: 480, height: 160 } as const;
export const REMIND_EVERY_MAX = 30;
export const REMIND_TIMES_MAX = 10;
export const DAILY_CAP_MAX = 1_000_000;
export const MINUTE_CAP_MAX = 10_000;
export const PERSON_WEEKLY_CAP_MAX = 7;
export const PERSON_GAP_HOURS_MAX = 168;
export const APPROVAL_ABOVE_MAX = 1_000_000;
/** Limit of a new organisation: campaigns of 50 people and more wait for a second administrator. */
export const APPROVAL_ABOVE_FIRST = 49;
export const NOTICE_THEME_MAX = 200;
/** Interval in days after which a verified domain is checked again; while the record is missing, it is checked daily. */
export const DOMAIN_CHECK_DAYS = 30;
/** Number of days that a verified domain remains valid after its record was found missing. */
export const DOMAIN_GRACE_DAYS = 14;
export const NOTICE_TEXT_MAX = 10_000;

export type LicenceNotice = 'month' | 'week' | 'day' | 'expired';

/** Notice of the shell about the end of a licence: 30, 7 and 1 days before, and after it. The last day itself is still valid. */
export const licenceNotice = (licence: { days_left: number; expired: boolean }): LicenceNotice | null => {
  if (licence.expired) return 'expired';
  if (licence.days_left <= 1) return 'day';
  if (licence.days_left <= 7) return 'week';
  return licence.days_left <= 30 ? 'month' : null;
};

type Places = { users_limit: number; users_count: number; children_limit: number };

/** Used seats of a licence: own people, and seats given to child organisations. */
export const usedSeats = ({ users_count, children_limit }: Omit<Places, 'users_limit'>): number =>
  users_count + children_limit;

/** Free seats of a licence. */
export const freeSeats = (licence: Places): number => Math.max(0, licence.users_limit - usedSeats(licence));

/** Maximum number of simulated emails to one person in seven days: a long gap allows fewer than the cap. */
export const maxEmailsPerWeek = (limits: { person_weekly_cap: number; person_gap_hours: number }): number =>
  Math.min(limits.person_weekly_cap, Math.ceil(PERSON_GAP_HOURS_MAX / limits.person_gap_hours));

/** Settings that limit simulated emails. System administrators and super users can change them, operators cannot. */
export const limitFields = [
  'approval_above',
  'daily_cap',
  'minute_cap',
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
  readonly minute_cap: number | null;
  readonly person_weekly_cap: number;
  readonly person_gap_hours: number;
  readonly work_from: number;
  readonly work_to: number;
  readonly work_days: readonly number[];
  readonly holidays: readonly string[];
  readonly time_zone: string;
};
/** Changes that administrators are notified of: a limit, or the kill switch (`sending_paused`). */
export type Loosened = LimitField | 'sending_paused';

/** The limits that, after this change, let more email through than before, or email at other times. */
export const loosenedLimits = (before: Limits, change: Partial<Limits>): LimitField[] => {
  const after = { ...before, ...change };
  const isLooser: Record<LimitField, boolean> = {
    approval_above: loosensCap(before.approval_above, after.approval_above),
    daily_cap: after.daily_cap > before.daily_cap,
    minute_cap: loosensCap(before.minute_cap, after.minute_cap),
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

/** Whether an upper limit that null removes became higher. */
export const loosensCap = (before: number | null, after: number | null): boolean =>
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

/** Days before the end of a licence on which its administrators are reminded. */
export const LICENCE_REMINDER_DAYS = [60, 30, 7] as const;

/** Whether a name is a time zone that this system knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};
