/** Rules of the analysis page: what is compared, for how long, and when a comparison may be put into words. */

/** Number of latest emails of each person whose results are stored one by one. */
export const RECENT_EMAILS = 10;
/** Choices for "of the last N emails". */
export const recentChoices = [3, 5, 10] as const;
/** A person who was caught by this many of the last emails is a repeat clicker. */
export const REPEAT_MIN = 2;
/** The lowest result of an email that counts as caught: the person used the link, the attachment or the form. */
export const CAUGHT_RESULT = 2;

/** Months of the heat map. */
export const HEAT_MONTHS = 12;
/** Months are stored as bits that repeat after this number of months. */
export const MONTH_BITS = 24;

/** The first days of a new employee are compared in parts of this length. */
export const NEWCOMER_PART_DAYS = 30;
export const NEWCOMER_PARTS = 3;
/** People added later than this number of days ago are not listed as newcomers. */
export const NEWCOMERS_WITHIN_DAYS = 365;
/** People added in the first days of an organisation are its existing staff, not newcomers. */
export const SETTLING_DAYS = 30;

/** Maximum number of days between an email and the end of a course for the email to be compared. */
export const EFFECT_DAYS = 180;
/** No claim about a course is made with fewer people than this (decision 0250). */
export const EFFECT_PEOPLE_MIN = 30;
/** Critical value of the chi-squared distribution with one degree of freedom at 5 %. */
const CHI_SQUARED_5 = 3.84;

/** Bit of a month (YYYY-MM or a day of it) in the stored months of a person. */
export const monthBit = (month: string): number =>
  1 << ((Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1) % MONTH_BITS);

/** The last `count` months up to the month of a day, oldest first, as YYYY-MM. */
export const monthsUpTo = (day: string, count: number): string[] => {
  const last = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, i) => {
    const month = last - count + 1 + i;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
};

export type EffectCounts = {
  /** People with an email before and an email after they finished the course. */
  readonly people: number;
  /** People caught only by the email before, and only by the email after. */
  readonly only_before: number;
  readonly only_after: number;
};
export const effectVerdicts = ['few', 'same', 'better', 'worse'] as const;
export type EffectVerdict = (typeof effectVerdicts)[number];

/**
 * What may be said about a course. `few`: too few people. `same`: the difference can be chance. The test is McNemar's
 * with continuity correction, because the same people are compared before and after.
 */
export const effectVerdict = ({ people, only_before, only_after }: EffectCounts): EffectVerdict => {
  if (people < EFFECT_PEOPLE_MIN) return 'few';
  const changed = only_before + only_after;
  if (changed === 0) return 'same';
  const statistic = Math.max(0, Math.abs(only_before - only_after) - 1) ** 2 / changed;
  if (statistic < CHI_SQUARED_5) return 'same';
  return only_before > only_after ? 'better' : 'worse';
};
