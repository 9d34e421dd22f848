import { DAY } from '../../../platform/clock.ts';

/** Results still rise this long after a campaign's end: people read their mail late. Events are stored for ever. */
export const RISE_AFTER_END_MS = 7 * DAY;
