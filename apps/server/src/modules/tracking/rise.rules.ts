import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { DAY } from '../../platform/clock.ts';

/** Events later than this after a campaign's end are stored only. */
export const RISE_AFTER_END_MS = RESULTS_RISE_DAYS * DAY;
