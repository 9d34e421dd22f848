import { DAY, HOUR } from '../../platform/clock.ts';

/** A session ends after this time without a call. */
export const IDLE_MS = 12 * HOUR;
/** A session ends this long after it was opened, even if it is in use. */
export const ABSOLUTE_MS = 7 * DAY;
