import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { delivered, deliveredAt, midnight, sent, type StatisticsOrganization } from './period.query.ts';

const clicked = sql`(r.result in (2, 4) or r.clicked_at is not null)`;
/** Columns of emails `r`, counted. */
const counts = sql`count(*) filter (where ${sent}) as sent, count(*) as delivered,
  count(*) filter (where ${clicked}) as clicked, count(*) filter (where r.result = 4) as entered_data`;

/** Changes with every change of the tallies; the number of rows also shows a row committed late with a lower id. */
const stamp = sql`count(*) || ':' || max(t.id)`;
const stale = sql`
  select t.organization_id, t.campaign_id, ${stamp} as stamp, s.stamp as stored
  from campaign_tallies t join campaigns c on c.id = t.campaign_id and not c.is_testing
    left join department_email_stamps s on s.campaign_id = t.campaign_id
  group by t.organization_id, t.campaign_id, s.stamp having s.stamp is distinct from ${stamp}`;

/** Campaigns whose emails are not counted by department yet, or have changed since. */
export const staleCampaigns = async (tx: Tx | SystemTx): Promise<string[]> =>
  (await sql<{ id: string }>`select x.campaign_id as id from (${stale}) x`.execute(tx)).rows.map((row) => row.id);

/** Counts the emails of a campaign by department and day. Counts and stamp are of the same moment: one statement. */
export const storeDepartmentEmails = async (tx: SystemTx, campaignId: string): Promise<void> => {
  await sql`select from campaigns where id = ${campaignId} for no key update`.execute(tx);
  await sql`delete from department_email_stamps where campaign_id = ${campaignId}`.execute(tx);
  await sql`
    with stamped as (
      insert into department_email_stamps (organization_id, campaign_id, stamp)
      select t.organization_id, t.campaign_id, ${stamp} from campaign_tallies t join campaigns c on c.id = t.campaign_id
      where t.campaign_id = ${campaignId} group by 1, 2)
    insert into department_emails (organization_id, campaign_id, department_id, delivered_on, sent, delivered, clicked, entered_data)
    select r.organization_id, r.campaign_id, r.department_id,
      delivery_day(r.state, r.result, r.sent_at, r.send_at, o.time_zone), ${counts}
    from campaign_recipients r join organizations o on o.id = r.organization_id
    where r.campaign_id = ${campaignId} and r.department_id is not null and ${delivered} group by 1, 2, 3, 4`.execute(
    tx,
  );
};

/**
 * Emails delivered from the day `from` on, by department. Campaigns that changed within the last minute are counted
 * from their emails.
 */
export const departmentEmails = async (tx: Tx, organization: StatisticsOrganization, from: string) => {
  const changed = await staleCampaigns(tx);
  const ids = changed.length === 0 ? null : sql`array[${sql.join(changed)}]::uuid[]`;
  return sql`
    select x.department_id, sum(x.sent) as sent, sum(x.delivered) as delivered, sum(x.clicked) as clicked, sum(x.entered_data) as entered
    from (
      select d.department_id, d.sent, d.delivered, d.clicked, d.entered_data from department_emails d
        join campaigns c on c.id = d.campaign_id and not c.is_testing
      where d.delivered_on >= ${from}::date ${ids === null ? sql`` : sql`and d.campaign_id <> all(${ids})`}
      ${
        ids === null
          ? sql``
          : sql`union all
      select r.department_id, ${counts} from campaign_recipients r
      where r.campaign_id = any(${ids}) and ${delivered} and ${deliveredAt} >= ${midnight(from, organization)} group by 1`
      }) x
    group by 1`;
};
