import type { TimelineUnit } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Timeline, TimelinePoint } from '@sergak/contract/results/figures.schema.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { timelineOf } from './timeline.rules.ts';

type Filter = { template_id?: string | undefined; unit?: TimelineUnit | undefined };

/** The hour in which a campaign starts, and the time zone of its organisation. */
const startOf = async (tx: Tx, campaignId: string): Promise<{ hour: string; zone: string }> => {
  const { rows } = await sql<{ hour: string; zone: string }>`
    select date_trunc('hour', c.start_at, o.time_zone) as hour, o.time_zone as zone
    from campaigns c join organizations o on o.id = c.organization_id where c.id = ${campaignId}`.execute(tx);
  return rows[0]!;
};

/**
 * Counts the first events of each recipient by hour. A step includes the people of later steps, as in the funnel. Hours are
 * counted from the one of the start: cheaper than a conversion of each event to local time.
 */
const hoursOf = async (tx: Tx, campaignId: string, start: string, emailId: string | undefined) => {
  const { rows } = await sql<TimelinePoint>`
    with r as materialized (
      select r.reported_at, r.attachment_opened_at, r.entered_at,
        least(r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at) as opened_at,
        case when r.result in (2, 4) or r.clicked_at is not null then coalesce(r.clicked_at, r.entered_at) end as clicked_at
      from campaign_recipients r
      where r.campaign_id = ${campaignId} and (r.result > 0 or r.reported_at is not null)
        ${emailId ? sql`and r.email_id = ${emailId}` : sql``}),
    events as (
      select 1 as step, opened_at as at from r where opened_at is not null
      union all select 2, clicked_at from r where clicked_at is not null
      union all select 3, attachment_opened_at from r where attachment_opened_at is not null
      union all select 4, entered_at from r where entered_at is not null
      union all select 5, reported_at from r where reported_at is not null)
    select date_bin('1 hour', at, ${start}::timestamptz) as at, count(*) filter (where step = 1)::int as opened,
      count(*) filter (where step = 2)::int as clicked, count(*) filter (where step = 3)::int as opened_attachment,
      count(*) filter (where step = 4)::int as entered_data, count(*) filter (where step = 5)::int as reported
    from events group by 1 order by 1`.execute(tx);
  return rows.map((hour) => ({ ...hour, at: iso(new Date(hour.at)) }));
};

/** Returns the time line of a campaign or of one of its emails. Reads the recipients, never all events (decision 0239). */
export const campaignTimeline = async (tx: Tx, campaignId: string, filter: Filter): Promise<Timeline> => {
  const { hour, zone } = await startOf(tx, campaignId);
  const hours = await hoursOf(tx, campaignId, hour, filter.template_id);
  return timelineOf(hours, { unit: filter.unit, start: Date.parse(hour), zone });
};
