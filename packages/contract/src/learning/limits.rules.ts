export const ANSWER_TEXT_MAX = 500;
/** Days that a campaign or a tag gives for the course it assigns. */
export const PERIOD_DEFAULT = 30;
export const PERIOD_MAX = 365;
/** Days of an assignment when no deadline is given. */
export const DEADLINE_DAYS = 30;
