import { DAY } from '../../../platform/clock.ts';

/** Results still rise this long after a campaign's end, because people read emails late. Later events are stored only. */
export const RISE_AFTER_END_MS = 7 * DAY;
