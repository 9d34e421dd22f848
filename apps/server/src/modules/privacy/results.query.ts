import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, DAY, iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** A campaign `c` that ended before an instant. It waits for campaigns that take their people from its results. */
const isOver = (before: Date) =>
  sql`c.status in ('completed', 'failed') and coalesce(c.completed_at, c.end_at) < ${iso(before)}::timestamptz
    and not exists (select from campaigns n where n.status not in ('completed', 'failed')
      and (n.after_campaign_id = c.id or n.settings #>> '{same_people,campaign_id}' = c.id::text))`;

/** A campaign `c` that has ended, and whose results could change at an instant or later. */
const roseAfter = (since: Date) => sql`c.status in ('completed', 'failed')
  and coalesce(c.completed_at, c.end_at) > ${iso(after(since, -RESULTS_RISE_DAYS * DAY))}::timestamptz`;

const count = async (tx: Tx, from: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(tx)).rows[0]!.n;

/** Number of results that still belong to a person, of campaigns that ended before an instant. */
export const countPersonalResults = (tx: Tx, before: Date): Promise<number> =>
  count(
    tx,
    sql`campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id is not null and ${isOver(before)}`,
  );

/** Number of results that could change at an instant or later and still belong to a person. */
export const countResultsSince = (tx: Tx, since: Date): Promise<number> =>
  count(
    tx,
    sql`campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id is not null and ${roseAfter(since)}`,
  );

/** A result whose person can be separated: no sender holds its email, since it would store the outcome under the id of the row. */
type Row = { readonly id: number; readonly campaign_id: string };

const findRows = async (tx: Tx, chosen: RawBuilder<unknown>, most: number): Promise<Row[]> =>
  (
    await sql<Row>`
    select r.id, r.campaign_id from campaign_recipients r join campaigns c on c.id = r.campaign_id
    where r.employee_id is not null and not r.held and ${chosen} order by r.id limit ${most}`.execute(tx)
  ).rows;

/** Up to `most` results of campaigns that ended before an instant. */
export const findResults = (tx: Tx, before: Date, most: number): Promise<Row[]> => findRows(tx, isOver(before), most);

/**
 * Up to `most` results of ended campaigns that could change at an instant or later. A campaign whose emails senders still hold is
 * left to a later call: it can only then be told whether it has enough sent emails to keep its results.
 */
export const findResultsSince = (tx: Tx, since: Date, most: number): Promise<Row[]> =>
  findRows(
    tx,
    sql`${roseAfter(since)} and not exists (select from campaign_recipients h where h.campaign_id = c.id and h.held)`,
    most,
  );

/** Locks all results of these people, except emails that senders hold. */
export const lockResultsOf = async (tx: Tx, people: readonly string[]): Promise<Row[]> =>
  (
    await sql<Row>`
    select r.id, r.campaign_id from campaign_recipients r
    where r.employee_id = any(${people}::uuid[]) and not r.held order by r.id for update`.execute(tx)
  ).rows;
