import { z } from 'zod';
import { timelineUnits } from '../campaigns/campaigns.rules.ts';
import { funnel } from '../campaigns/campaigns.schema.ts';

/** How recipients reported the email. Times are in seconds; null if there is nothing to measure. */
const reportFigures = z.object({
  reported: z.int(),
  /** Reported and never clicked, opened an attachment or entered data. */
  without_click: z.int(),
  /** Reported, and clicked, opened an attachment or entered data before or afterwards. */
  after_click: z.int(),
  first_at: z.string().nullable(),
  /** From the first sent email to the first report. */
  first_seconds: z.number().nullable(),
  /** Median of the times from a person's email to the person's report. */
  median_seconds: z.number().nullable(),
});
export type ReportFigures = z.output<typeof reportFigures>;

export const campaignFigures = z.object({
  reports: reportFigures,
  /** The first click or opened attachment of each person. */
  clicks: z.object({ first_seconds: z.number().nullable(), median_seconds: z.number().nullable() }),
  /**
   * The latest earlier campaign with the same attack vectors; for one email, the latest earlier campaign with the same email.
   * Test campaigns are not compared.
   */
  previous: z.object({ id: z.uuid(), name: z.string(), start_date: z.string(), statistics: funnel }).nullable(),
  /** Emails of the same attack vectors in all campaigns of the year before this campaign, without tests. */
  organization: z.object({ campaigns: z.int(), statistics: funnel }).nullable(),
});
export type CampaignFigures = z.output<typeof campaignFigures>;

/** Longest time line in hours; later events are only in the time line by days. */
export const TIMELINE_HOURS_MAX = 7 * 24;

const timelinePoint = z.object({
  /** Begin of the hour or day in the organisation's time zone. */
  at: z.string(),
  opened: z.int(),
  clicked: z.int(),
  opened_attachment: z.int(),
  entered_data: z.int(),
  reported: z.int(),
});
export type TimelinePoint = z.output<typeof timelinePoint>;
export const timeline = z.object({
  unit: z.enum(timelineUnits),
  /** All hours or days from the start to the last event; empty if there is no event. */
  points: z.array(timelinePoint),
  /** Whether events after the last hour are left out. */
  cut: z.boolean(),
});
export type Timeline = z.output<typeof timeline>;
