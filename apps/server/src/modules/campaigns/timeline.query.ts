import type { Timeline, TimelinePoint, TimelineUnit } from '@sergak/contract/campaigns/figures.schema.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { timelineOf } from './timeline.ts';

type Row = TimelinePoint & { start: string | null };

/**
 * Counts the first events of each recipient by local hour, with the hour of the first email. A step includes the people of
 * later steps, as in the funnel.
 */
const hoursOf = async (tx: Tx, campaignId: string, zone: string, emailId: string | undefined): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    with r as materialized (
      select r.sent_at, r.reported_at, r.attachment_opened_at, r.entered_at,
        least(r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at) as opened_at,
        case when r.result in (2, 4) or r.clicked_at is not null then coalesce(r.clicked_at, r.entered_at) end as clicked_at
      from campaign_recipients r
      where r.campaign_id = ${campaignId} ${emailId ? sql`and r.email_id = ${emailId}` : sql``}),
    events as (
      select 1 as step, opened_at as at from r where opened_at is not null
      union all select 2, clicked_at from r where clicked_at is not null
      union all select 3, attachment_opened_at from r where attachment_opened_at is not null
      union all select 4, entered_at from r where entered_at is not null
      union all select 5, reported_at from r where reported_at is not null)
    select date_trunc('hour', at, ${zone}) as at, count(*) filter (where step = 1)::int as opened,
      count(*) filter (where step = 2)::int as clicked, count(*) filter (where step = 3)::int as opened_attachment,
      count(*) filter (where step = 4)::int as entered_data, count(*) filter (where step = 5)::int as reported,
      (select date_trunc('hour', min(sent_at), ${zone}) from r) as start
    from events group by 1 order by 1`.execute(tx);
  return rows;
};

/** Returns the time line of a campaign or of one of its emails. Reads the recipients, never all events. */
export const campaignTimeline = async (
  tx: Tx,
  campaignId: string,
  filter: { template_id?: string | undefined; unit?: TimelineUnit | undefined },
): Promise<Timeline> => {
  const { time_zone: zone } = await tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow();
  const rows = await hoursOf(tx, campaignId, zone, filter.template_id);
  const hours = rows.map(({ start: _, ...hour }) => ({ ...hour, at: iso(new Date(hour.at)) }));
  const start = Date.parse(rows[0]?.start ?? rows[0]?.at ?? '');
  return timelineOf(hours, { unit: filter.unit, start, zone });
};
