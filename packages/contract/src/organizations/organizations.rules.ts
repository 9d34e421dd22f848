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

/** How many simulated letters one person can get in seven days at all: a long gap allows fewer than the cap says. */
export const mostInAWeek = (limits: { person_weekly_cap: number; person_gap_hours: number }): number =>
  Math.min(limits.person_weekly_cap, Math.ceil(PERSON_GAP_HOURS_MAX / limits.person_gap_hours));

/** Whether larger campaigns than before may start without a second administrator. */
export const loosensApproval = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before);

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The paragraphs of a letter: an empty line begins a new one. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
