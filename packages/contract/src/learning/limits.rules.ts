export const ANSWER_TEXT_MAX = 500;
/** Default number of days for a course that a campaign or a tag assigns. */
export const PERIOD_DEFAULT = 30;
export const PERIOD_MAX = 365;
/** Default number of days of an assignment. */
export const DEADLINE_DAYS = 30;
/** Maximum number of courses assigned in one call. */
export const COURSES_AT_ONCE = 20;
/** Length of the reason for a manual completion. */
export const REASON_MAX = 500;
export const REMINDER_DAYS_MAX = 60;
export const REMINDER_EVERY_MAX = 30;
/** Default and maximum number of reminders after the deadline. */
export const REMINDER_TIMES = 3;
export const REMINDER_TIMES_MAX = 10;
export const PICTURE_MAX = 10 * 1024 * 1024;
/** Size to which the picture of an assignment is cut, in pixels. */
export const PICTURE_BOX = { width: 1200, height: 630 } as const;
