import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';

/** A session ends after this time without a call. */
export const IDLE_MS = 12 * HOUR;
/** A session ends this long after it was opened, even if it is in use. */
export const ABSOLUTE_MS = 7 * DAY;
/** The last use of a session is stored at most this often, so that few calls write for it. */
export const SEEN_MS = 5 * MINUTE;
