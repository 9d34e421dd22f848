import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const hasTrace = sql`(t.address is not null or t.user_agent <> '')`;

/** Number of events before an instant that still have an address or a user agent. */
export const countTraces = (tx: Tx, before: Date): Promise<number> =>
  sql<{
    n: number;
  }>`select count(*)::int as n from tracking_events t where t.at < ${iso(before)}::timestamptz and ${hasTrace}`
    .execute(tx)
    .then(({ rows }) => rows[0]!.n);

/** Clears address and user agent of up to `most` events before an instant; system, browser and result are kept. */
export const clearTraces = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update tracking_events set address = null, user_agent = '' where ctid = any(array(
      select t.ctid from tracking_events t where t.at < ${iso(before)}::timestamptz and ${hasTrace} limit ${most}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
};

/**
 * Clears these results in campaigns with fewer than `SMALLEST_GROUP` sent emails: whoever remembers who received the campaign
 * would know whose they are. The time of sending stays.
 */
export const dropResults = (tx: Tx, ids: readonly number[]) =>
  sql`
  with few as materialized (
    select r.id, r.campaign_id from campaign_recipients r where r.id = any(${ids}::bigint[])
      and (select count(*) from (select from campaign_recipients s where s.campaign_id = r.campaign_id and s.state = 'sent'
        limit ${SMALLEST_GROUP}) s) < ${SMALLEST_GROUP}),
  events as (
    delete from tracking_events t using few f where t.recipient_id = f.id and t.campaign_id = f.campaign_id)
  update campaign_recipients r set result = 0, os = null, opened_at = null, clicked_at = null, attachment_opened_at = null,
    entered_at = null, reported_at = null
  from few f where r.id = f.id`.execute(tx);

/**
 * Takes the persons from the events of these recipients: ids, addresses and user agents go, and times begin with the full hour of
 * sending, because mail servers log the second. Runs before the emails themselves are separated.
 */
export const separateEvents = (tx: Tx, ids: readonly number[]) =>
  sql`
    with part as materialized (
      select r.id, r.campaign_id,
        coalesce(r.sent_at, r.send_at) - date_trunc('hour', coalesce(r.sent_at, r.send_at), o.time_zone) as shift
      from campaign_recipients r join organizations o on o.id = r.organization_id where r.id = any(${ids}::bigint[])),
    events as (
      update tracking_events t set id = default, address = null, user_agent = '', hit = gen_random_uuid(), at = t.at - p.shift,
        overruled_at = date_trunc('day', t.overruled_at)
      from part p where t.recipient_id = p.id and t.campaign_id = p.campaign_id)
    update campaign_recipients r set opened_at = r.opened_at - p.shift, clicked_at = r.clicked_at - p.shift,
      attachment_opened_at = r.attachment_opened_at - p.shift, entered_at = r.entered_at - p.shift,
      reported_at = r.reported_at - p.shift
    from part p where r.id = p.id`.execute(tx);
