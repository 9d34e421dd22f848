import type { CampaignDraft } from '@sergak/contract/campaigns/campaigns.schema.ts';
import {
  autoFinish,
  CAMPAIGN_DAYS_MAX,
  instantOf,
  localDay,
  nextDay,
  workingSpans,
  type WorkHours,
} from '@sergak/contract/campaigns/schedule.rules.ts';
import { DAY, MINUTE } from '../../platform/clock.ts';

type Form = Pick<CampaignDraft, 'dateType' | 'dateEnd' | 'emailSendType' | 'email_send_end_date'> &
  Partial<Pick<CampaignDraft, 'isDelay' | 'dateDelay'>>;
export type Dates = {
  readonly start: Date;
  /** The last moment of sending where emails are spread; null where they leave at once. */
  readonly sendUntil: Date | null;
  readonly end: Date;
  /** What is wrong with them, as words of the registry of checks; empty when nothing is. */
  readonly faults: readonly string[];
};

/** Working days that emails are spread over when nobody says until when. */
const SPREAD_DAYS = 5;
/** A form that was open for a while may name a start that has just passed. */
const PATIENCE = 10 * MINUTE;

const lastEmail = (form: Form, start: number, hours: WorkHours): number | null => {
  if (form.emailSendType === 'at_once') return null;
  if (form.email_send_end_date) return Date.parse(form.email_send_end_date);
  if (form.dateType === 'custom' && form.dateEnd) return Date.parse(form.dateEnd);
  return instantOf(nextDay(localDay(start, hours.time_zone), SPREAD_DAYS), hours.work_to, hours.time_zone);
};

/** When a campaign starts, how long it sends and when it ends, and what does not fit together. */
export const resolveDates = (form: Form, recipients: number, hours: WorkHours, at: Date): Dates => {
  const faults: string[] = [];
  if (form.isDelay && !form.dateDelay) faults.push('start_missing');
  const start = form.isDelay && form.dateDelay ? Date.parse(form.dateDelay) : at.getTime();
  if (start < at.getTime() - PATIENCE) faults.push('start_past');
  const until = lastEmail(form, start, hours);
  const automatic = autoFinish(Math.max(until ?? start, start), recipients, hours);
  if (form.dateType === 'custom' && !form.dateEnd) faults.push('end_missing');
  const end = form.dateType === 'custom' && form.dateEnd ? Date.parse(form.dateEnd) : automatic;
  if (end <= start) faults.push('end_before_start');
  else if (end <= at.getTime()) faults.push('end_past');
  if (end - start > CAMPAIGN_DAYS_MAX * DAY) faults.push('too_long');
  if (until !== null && until <= start) faults.push('sending_before_start');
  else if (until !== null && until > end) faults.push('sending_after_end');
  else if (until !== null && faults.length === 0 && workingSpans(start, until, hours).length === 0)
    faults.push('no_working_time');
  return { start: new Date(start), sendUntil: until === null ? null : new Date(until), end: new Date(end), faults };
};
