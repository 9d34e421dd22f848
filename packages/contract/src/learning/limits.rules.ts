export const ANSWER_TEXT_MAX = 500;
/** Default number of days for a course that a campaign or a tag assigns. */
export const PERIOD_DEFAULT = 30;
export const PERIOD_MAX = 365;
/** Default number of days of an assignment. */
export const DEADLINE_DAYS = 30;
