import { DAY, HOUR } from '../../platform/clock.ts';

/** A session ends after so long without a call. */
export const IDLE_MS = 12 * HOUR;
/** A session ends so long after it was opened, used or not. */
export const ABSOLUTE_MS = 7 * DAY;
