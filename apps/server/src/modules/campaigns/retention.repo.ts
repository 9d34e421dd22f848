import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const hasTrace = sql`(t.address is not null or t.user_agent <> '')`;
const isOver = (before: Date) =>
  sql`c.status in ('completed', 'failed') and coalesce(c.completed_at, c.end_at) < ${iso(before)}::timestamptz`;

const count = async (tx: Tx, from: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(tx)).rows[0]!.n;

/** Number of events before an instant that still have an address or a user agent. */
export const countTraces = (tx: Tx, before: Date): Promise<number> =>
  count(tx, sql`tracking_events t where t.at < ${iso(before)}::timestamptz and ${hasTrace}`);

/** Clears address and user agent of up to `most` events before an instant; system, browser and result are kept. */
export const clearTraces = async (tx: Tx, before: Date, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update tracking_events set address = null, user_agent = '' where ctid = any(array(
      select t.ctid from tracking_events t where t.at < ${iso(before)}::timestamptz and ${hasTrace} limit ${most}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
};

/** Number of results that still belong to a person, of campaigns that ended before an instant. */
export const countPersonalResults = (tx: Tx, before: Date): Promise<number> =>
  count(
    tx,
    sql`campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id is not null and ${isOver(before)}`,
  );

/**
 * Separates up to `most` results from their persons, for campaigns that ended before an instant, and returns these persons.
 * Result, times and email stay, so that the figures of a campaign do not change. The department stays where at least
 * `SMALLEST_GROUP` people of it are in the campaign.
 */
export const anonymizeResults = async (tx: Tx, before: Date, most: number): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    with part as materialized (
      select r.id, r.campaign_id, r.employee_id, r.department_id
      from campaign_recipients r join campaigns c on c.id = r.campaign_id
      where r.employee_id is not null and ${isOver(before)} order by r.id limit ${most} for update of r),
    large as materialized (
      select g.campaign_id, g.department_id from campaign_recipients g
      where g.campaign_id in (select campaign_id from part) and g.department_id is not null
      group by 1, 2 having count(*) >= ${SMALLEST_GROUP}),
    events as (
      update tracking_events t set address = null, user_agent = '' from part p
      where t.recipient_id = p.id and t.campaign_id = p.campaign_id and ${hasTrace}),
    reactions as (
      delete from campaign_reactions x using part p where x.campaign_id = p.campaign_id and x.employee_id = p.employee_id)
    update campaign_recipients r set employee_id = null, last_name = '', first_name = '', middle_name = '', position = '',
      reply = null, address = 'anonymous@removed.invalid',
      department_id = case when l.department_id is null then null else r.department_id end,
      department = case when l.department_id is null then '' else r.department end
    from part p left join large l on l.campaign_id = p.campaign_id and l.department_id = p.department_id
    where r.id = p.id returning p.employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};
