import { resultOf, type Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, DAY, HOUR, iso } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';
import { targetIds, whereSelected } from '../../directory/public.ts';
import type { CampaignForm, CampaignSettings } from '../campaigns.types.ts';

type Whom = Pick<CampaignForm, 'targetType' | 'targets' | 'selection' | 'excludedTags'> &
  Partial<Pick<CampaignForm, 'same_people'>> &
  Pick<CampaignSettings, 'after'>;

/** Overdue courses are determined by the organisation's day, as in the staff list. */
const timeZoneOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from organizations where id = current_setting('app.org')::uuid`.execute(tx);
  return rows[0]!.time_zone;
};

/** Returns a subquery with the recipients of a campaign: all of them, or those whose email was sent and who reached a mark. */
const recipientsAt = (campaignId: string, reach: Reach | null) =>
  sql`select employee_id from campaign_recipients where campaign_id = ${campaignId} and ${
    reach === null ? sql`true` : sql`state = 'sent' and result >= ${resultOf[reach]}`
  }`;

const targetsOf = (tx: Tx, targets: CampaignForm['targets'], excluded_tags: readonly string[]): RawBuilder<unknown> =>
  sql`${targetIds(tx, {
    users_ids: targets.target_users,
    departments_ids: targets.target_departments,
    exclude_users_ids: targets.exclude_users,
    excluded_tags: [...excluded_tags],
  })}`;

/** Returns a subquery with the ids of the people a campaign targets; excluded tags apply only with `withoutTags`. */
const campaignTargetIds = async (tx: Tx, whom: Whom, withoutTags: boolean): Promise<RawBuilder<unknown>> => {
  if (whom.after) {
    const { target_users, target_departments, exclude_users } = whom.targets;
    const people = recipientsAt(whom.after.campaign_id, whom.after.reach);
    if (target_users.length + target_departments.length > 0)
      return sql`${people} and employee_id in (${targetsOf(tx, whom.targets, [])})`;
    return sql`${people} and employee_id <> all(${exclude_users}::uuid[])`;
  }
  if (whom.targetType === 'campaign')
    return whom.same_people
      ? recipientsAt(whom.same_people.campaign_id, whom.same_people.reach)
      : sql`select null::uuid`;
  if (whom.targetType === 'selection')
    return whom.selection
      ? sql`select e.id from employees e where ${await whereSelected(tx, whom.selection, await timeZoneOf(tx))}`
      : sql`select null::uuid`;
  const all = whom.targetType === 'all';
  const roots = all ? await tx.selectFrom('departments').select('id').where('parent_id', 'is', null).execute() : [];
  const targets = all
    ? { ...whom.targets, target_users: [], target_departments: roots.map((row) => row.id) }
    : whom.targets;
  return targetsOf(tx, targets, withoutTags ? whom.excludedTags : []);
};

const domain = sql`split_part(e.email_key, '@', 2)`;
/** An array and no subquery: PostgreSQL would join it, expect a few people, and then look up each department once per person. */
const verified = sql`${domain} = any(array(select d.domain from organization_domains d where d.verified_at is not null))`;
const tagged = (tags: readonly string[]) =>
  sql`exists (select from tag_employees t where t.employee_id = e.id and t.tag_id = any(${tags}::uuid[]))`;
/** Machine accounts do not read emails. */
const staff = sql`e.deleted_at is null and e.role <> 'pdf_service'`;

export type Head = {
  people: number;
  recipients: number;
  excluded_by_tag: number;
  unverified: number;
  without_names: number;
};

/** Returns the number of people a campaign targets, and the number of those who will get an email. */
export const countTargets = async (tx: Tx, whom: Whom): Promise<Head> => {
  const ids = await campaignTargetIds(tx, whom, false);
  const result = await sql<Head>`
    select count(*)::int as people,
      count(*) filter (where p.tagged)::int as excluded_by_tag,
      count(*) filter (where not p.tagged and not p.verified)::int as unverified,
      count(*) filter (where not p.tagged and p.verified)::int as recipients,
      count(*) filter (where not p.tagged and p.verified and p.nameless)::int as without_names
    from (select ${whom.excludedTags.length > 0 ? tagged(whom.excludedTags) : sql`false`} as tagged, ${verified} as verified, e.first_name = '' as nameless
      from employees e where e.id in (${ids}) and ${staff}) p`.execute(tx);
  return result.rows[0]!;
};

/** Returns the unverified domains among the people, each with the number of people and some addresses. */
export const unverifiedDomains = async (tx: Tx, whom: Whom) => {
  const ids = await campaignTargetIds(tx, whom, true);
  const result = await sql<{ domain: string; count: number; example: string }>`
    select ${domain} as domain, count(*)::int as count, min(e.email) as example
    from employees e where e.id in (${ids}) and ${staff} and not ${verified}
    group by 1 order by 2 desc, 1 limit 20`.execute(tx);
  return result.rows;
};

/** Returns some people without a first name, as examples in a warning. */
export const namelessPeople = async (tx: Tx, whom: Whom): Promise<string[]> => {
  const ids = await campaignTargetIds(tx, whom, true);
  const result = await sql<{ email: string }>`
    select e.email from employees e where e.id in (${ids}) and ${staff} and ${verified} and e.first_name = '' order by e.email limit 5`.execute(
    tx,
  );
  return result.rows.map((row) => row.email);
};

/**
 * Returns how many people of a campaign cannot get a simulation yet at the given time, because of their earlier simulations
 * and the organisation's limits. Reads only the emails of the chosen people.
 */
export const countSpaced = async (
  tx: Tx,
  whom: Whom,
  at: Date,
  limits: { person_weekly_cap: number; person_gap_hours: number },
): Promise<number> => {
  const ids = await campaignTargetIds(tx, whom, true);
  const week = iso(after(at, -7 * DAY));
  const { rows } = await sql<{ count: number }>`
    with chosen as materialized (
      select e.id, e.organization_id from employees e where e.id in (${ids}) and ${staff} and ${verified})
    select count(*)::int as count from chosen e cross join lateral (
      select count(*) as emails, max(coalesce(r.sent_at, r.lease_until)) as last
      from campaign_recipients r join campaigns c on c.id = r.campaign_id
      where r.organization_id = e.organization_id and r.employee_id = e.id and r.state in ('sent', 'unknown')
        and coalesce(r.sent_at, r.lease_until) > ${week} and not c.is_testing and c.status in ('active', 'completed')) had
    where had.emails >= ${limits.person_weekly_cap} or had.last > ${iso(after(at, -limits.person_gap_hours * HOUR))}`.execute(
    tx,
  );
  return rows[0]!.count;
};

/**
 * Returns every person who gets an email, once each, at a verified domain. The list is sorted, so that only the shuffle of
 * the caller decides the order of the emails.
 */
export const recipientIds = async (tx: Tx, whom: Whom): Promise<string[]> => {
  const ids = await campaignTargetIds(tx, whom, true);
  const result = await sql<{ id: string }>`
    select e.id from employees e where e.id in (${ids}) and ${staff} and ${verified}
      ${whom.excludedTags.length > 0 && (whom.after || whom.targetType === 'selection' || whom.targetType === 'campaign') ? sql`and not ${tagged(whom.excludedTags)}` : sql``}
    order by e.email_key collate "C"`.execute(tx);
  return result.rows.map((row) => row.id);
};
