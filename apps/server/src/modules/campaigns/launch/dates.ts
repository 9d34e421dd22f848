import type { CampaignDraft, PostCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import {
  autoFinish,
  CAMPAIGN_DAYS_MAX,
  instantOf,
  localDay,
  nextDay,
  workingSpans,
  type WorkHours,
} from '@sergak/contract/campaigns/schedule.rules.ts';
import { DAY, MINUTE } from '../../../platform/clock.ts';

type Form = Pick<CampaignDraft, 'dateType' | 'dateEnd' | 'emailSendType' | 'email_send_end_date'> &
  Partial<Pick<CampaignDraft, 'isDelay' | 'dateDelay'>>;
export type Dates = {
  readonly start: Date;
  /** The end of sending if emails are spread; null if they are sent at once. */
  readonly sendUntil: Date | null;
  readonly end: Date;
  /** Codes of the problems of these dates, from the registry of checks. */
  readonly faults: readonly string[];
};

/** Number of working days over which emails are spread if the form names no end. */
const SPREAD_DAYS = 5;
/** Accepts a start that passed while the form was open. */
const PATIENCE = 10 * MINUTE;

/**
 * Returns when a follow-up starts if the previous campaign ends at `end`: on its date, or some days later. A date that has
 * passed means at once.
 */
export const followUpStart = (post: Pick<PostCampaign, 'isDelay' | 'dateDelay' | 'delay_days'>, end: Date): Date => {
  if (!post.isDelay) return end;
  const start = post.dateDelay === null ? end.getTime() + post.delay_days * DAY : Date.parse(post.dateDelay);
  return new Date(Math.max(start, end.getTime()));
};

const lastEmail = (form: Form, start: number, hours: WorkHours): number | null => {
  if (form.emailSendType === 'at_once') return null;
  if (form.email_send_end_date) return Date.parse(form.email_send_end_date);
  if (form.dateType === 'custom' && form.dateEnd) return Date.parse(form.dateEnd);
  return instantOf(nextDay(localDay(start, hours.time_zone), SPREAD_DAYS), hours.work_to, hours.time_zone);
};

/** Computes the start, the end of sending and the end of a campaign, and reports dates that contradict each other. */
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
