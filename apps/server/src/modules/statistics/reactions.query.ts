import type { CampaignFigures, ReportFigures } from '@sergak/contract/results/figures.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Times = ReportFigures & { first_click_seconds: number | null; median_click_seconds: number | null };
type Reactions = Pick<CampaignFigures, 'reports' | 'clicks'>;

/** The clocks of the sender and of the tracking server may differ by some seconds. */
const notNegative = (seconds: number | null): number | null => seconds && Math.max(0, seconds);

/**
 * Returns how many recipients of a campaign or of one email reported it, how fast, and how fast others clicked, in one pass
 * over the recipients. Emails without `sent_at` have no times.
 */
export const reactionFigures = async (tx: Tx, campaignId: string, emailId?: string): Promise<Reactions> => {
  const { rows } = await sql<Times>`
    with r as (
      select sent_at, reported_at, least(clicked_at, attachment_opened_at, entered_at) as fell_at
      from campaign_recipients
      where campaign_id = ${campaignId} ${emailId ? sql`and email_id = ${emailId}` : sql``})
    select count(reported_at)::int as reported,
      count(*) filter (where reported_at is not null and fell_at is null)::int as without_click,
      count(*) filter (where reported_at is not null and fell_at is not null)::int as after_click,
      min(reported_at) as first_at,
      extract(epoch from min(reported_at) - min(sent_at))::float8 as first_seconds,
      percentile_cont(0.5) within group (order by extract(epoch from reported_at - sent_at)::float8) as median_seconds,
      extract(epoch from min(fell_at) - min(sent_at))::float8 as first_click_seconds,
      percentile_cont(0.5) within group (order by extract(epoch from fell_at - sent_at)::float8) as median_click_seconds
    from r`.execute(tx);
  const { first_click_seconds, median_click_seconds, ...reports } = rows[0]!;
  return {
    reports: {
      ...reports,
      first_seconds: notNegative(reports.first_seconds),
      median_seconds: notNegative(reports.median_seconds),
    },
    clicks: { first_seconds: notNegative(first_click_seconds), median_seconds: notNegative(median_click_seconds) },
  };
};
