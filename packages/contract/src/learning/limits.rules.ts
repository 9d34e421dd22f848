export const ANSWER_TEXT_MAX = 500;
/** Days of an assignment when no deadline is given. */
export const DEADLINE_DAYS = 30;
