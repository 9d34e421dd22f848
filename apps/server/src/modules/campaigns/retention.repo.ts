import { RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, DAY, iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { CampaignSettings } from './campaigns.types.ts';

const hasTrace = sql`(t.address is not null or t.user_agent <> '')`;
/** A campaign `c` that ended before an instant. It waits for campaigns that take their people from its results. */
const isOver = (before: Date) =>
  sql`c.status in ('completed', 'failed') and coalesce(c.completed_at, c.end_at) < ${iso(before)}::timestamptz
    and not exists (select from campaigns n where n.status not in ('completed', 'failed')
      and (n.after_campaign_id = c.id or n.settings #>> '{same_people,campaign_id}' = c.id::text))`;

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

/** Results that became anonymous: their former persons, and their campaigns. */
export type Anonymized = { readonly people: readonly string[]; readonly campaigns: readonly string[] };

/** An email `r` that a sender holds: it stores the outcome under the id of the row, which is new once the result is anonymous. */
const isHeld = sql`r.held`;

/**
 * Separates up to `most` results from their persons, for campaigns that ended before an instant. Result, email and the time
 * between the steps stay, so that the figures of a campaign do not change. What an email in a mailbox, a log or another table
 * shares with the row is cleared or replaced (decision 0283).
 */
export const anonymizeResults = (tx: Tx, before: Date, most: number): Promise<Anonymized> =>
  anonymizeWhere(tx, isOver(before), most);

/** A campaign `c` that has ended, and whose results could change at an instant or later. */
const roseAfter = (since: Date) => sql`c.status in ('completed', 'failed')
  and coalesce(c.completed_at, c.end_at) > ${iso(after(since, -RESULTS_RISE_DAYS * DAY))}::timestamptz`;

/** Number of campaigns that have not ended, and names of up to `most` of them, the oldest first. */
export const findUnended = async (tx: Tx, most: number): Promise<{ number: number; names: string[] }> => {
  const { rows } = await sql<{ number: number; names: string[] }>`
    select count(*)::int as number, coalesce((array_agg(name order by created_at, id))[1:${sql.lit(most)}], '{}') as names
    from campaigns where status not in ('completed', 'failed')`.execute(tx);
  return rows[0]!;
};

/** Number of results that could change at an instant or later and still belong to a person. */
export const countResultsSince = (tx: Tx, since: Date): Promise<number> =>
  count(
    tx,
    sql`campaign_recipients r join campaigns c on c.id = r.campaign_id where r.employee_id is not null and ${roseAfter(since)}`,
  );

/**
 * Like {@link anonymizeResults}, for results of ended campaigns that could change at an instant or later. A campaign whose emails
 * senders still hold is left to a later call: it can only then be told whether it has enough sent emails to keep its results.
 */
export const anonymizeResultsSince = (tx: Tx, since: Date, most: number): Promise<Anonymized> =>
  anonymizeWhere(
    tx,
    sql`${roseAfter(since)} and not exists (select from campaign_recipients h where h.campaign_id = c.id
      and h.held)`,
    most,
    dropFewResults,
  );

const anonymizeWhere = async (
  tx: Tx,
  chosen: RawBuilder<unknown>,
  most: number,
  prepare?: (tx: Tx, ids: readonly number[]) => Promise<unknown>,
): Promise<Anonymized> => {
  const { rows } = await sql<{ id: number; campaign_id: string }>`
    select r.id, r.campaign_id from campaign_recipients r join campaigns c on c.id = r.campaign_id
    where r.employee_id is not null and not ${isHeld} and ${chosen} order by r.id limit ${most}`.execute(tx);
  if (rows.length === 0) return { people: [], campaigns: [] };
  const campaigns = [...new Set(rows.map((row) => row.campaign_id))];
  const ids = rows.map((row) => row.id);
  await lockRows(tx, campaigns, ids);
  await mergeSmallDepartments(tx, campaigns);
  await clearChoiceOfPeople(tx, campaigns);
  await prepare?.(tx, ids);
  return { people: await separate(tx, ids), campaigns };
};

/** Locks these rows and those whose department changes in the order of ids, like tracking: neither waits for the other for ever. */
const lockRows = (tx: Tx, campaigns: readonly string[], ids: readonly number[]) =>
  sql`
  with ${departments(campaigns)}
  select from campaign_recipients r left join merged m on m.campaign_id = r.campaign_id and m.department_id = r.department_id
  where r.campaign_id = any(${campaigns}::uuid[])
    and (r.id = any(${ids}::bigint[]) or m.is_merged or r.department <> m.title)
  order by r.id for update of r`.execute(tx);

/**
 * Clears these results in campaigns with fewer than `SMALLEST_GROUP` sent emails: whoever remembers who received the campaign
 * would know whose they are. The time of sending stays.
 */
const dropFewResults = (tx: Tx, ids: readonly number[]) =>
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
 * Separates all results of these people, whose data is erased, except emails that senders hold ({@link findHeldPeople}).
 * A department stays only on a group of erased people.
 */
export const anonymizePeople = async (tx: Tx, ids: readonly string[]): Promise<Anonymized> => {
  const { rows } = await sql<{ id: number; campaign_id: string }>`
    select r.id, r.campaign_id from campaign_recipients r
    where r.employee_id = any(${ids}::uuid[]) and not ${isHeld} order by r.id for update`.execute(tx);
  if (rows.length === 0) return { people: [], campaigns: [] };
  const campaigns = [...new Set(rows.map((row) => row.campaign_id))];
  const recipients = rows.map((row) => row.id);
  await dropSmallDepartments(tx, campaigns, recipients);
  await removeFromChoices(tx, ids);
  return { people: await separate(tx, recipients), campaigns };
};

/** Those of these people whose email a sender holds. */
export const findHeldPeople = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    select distinct r.employee_id from campaign_recipients r
    where r.employee_id = any(${ids}::uuid[]) and ${isHeld}`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** Removes the department from these recipients unless it has at least `SMALLEST_GROUP` recipients without a person. */
const dropSmallDepartments = (tx: Tx, campaigns: readonly string[], recipients: readonly number[]) =>
  sql`
  with groups as (
    select campaign_id, department_id, min(department) as title, count(*) >= ${SMALLEST_GROUP} as is_kept
    from campaign_recipients where campaign_id = any(${campaigns}::uuid[]) and department_id is not null
      and (employee_id is null or id = any(${recipients}::bigint[])) group by 1, 2)
  update campaign_recipients r set department_id = case when g.is_kept then r.department_id end,
    department = case when g.is_kept then g.title else '' end
  from groups g where r.id = any(${recipients}::bigint[]) and g.campaign_id = r.campaign_id
    and g.department_id = r.department_id`.execute(tx);

/** Removes these people from the lists of chosen people of campaigns that have begun. */
const removeFromChoices = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const people = sql`${ids}::text[]`;
  for (const list of ['{targets,target_users}', '{targets,exclude_users}'])
    await sql`
      update campaigns set settings = jsonb_set(settings, ${list}::text[], (settings #> ${list}::text[]) - ${people})
      where ${isChosen} and settings #> ${list}::text[] ?| ${people}`.execute(tx);
};

/** The departments of these campaigns, with whether they lose their people. */
const departments = (campaigns: readonly string[]) => sql`
  groups as (
    select campaign_id, department_id, min(department) as title, count(*) as people,
      sum(count(*)) over (partition by campaign_id order by department_id is not null, count(*), department_id) as up_to
    from campaign_recipients where campaign_id = any(${campaigns}::uuid[]) group by 1, 2),
  -- Departments follow the people without one, the smallest first, so the merged departments are the first of each campaign.
  merged as (
    select campaign_id, department_id, title,
      people < ${SMALLEST_GROUP} or up_to - people between 1 and ${SMALLEST_GROUP - 1} as is_merged
    from groups where department_id is not null)`;

/**
 * Removes the department from recipients until each group of a campaign has at least `SMALLEST_GROUP` people: departments, and
 * the people without one. All rows of a campaign are changed at once: a later batch counts the same groups.
 */
const mergeSmallDepartments = (tx: Tx, campaigns: readonly string[]) =>
  sql`
  with ${departments(campaigns)}
  update campaign_recipients r set department_id = case when not m.is_merged then r.department_id end,
    department = case when m.is_merged then '' else m.title end
  from merged m where m.campaign_id = r.campaign_id and m.department_id = r.department_id
    and (m.is_merged or r.department <> m.title)`.execute(tx);

/** A campaign whose people are chosen: it does not need the choice in its settings any more. */
const isChosen = sql`status in ('active', 'completed', 'failed')`;

/** Clears the lists of chosen people, and the mention of the campaign in those sent to the people it caught. */
const clearChoiceOfPeople = async (tx: Tx, campaigns: readonly string[]): Promise<void> => {
  await sql`
    update campaigns set settings = settings || ${JSON.stringify(nobodyChosen)}::jsonb
    where id = any(${campaigns}::uuid[]) and ${isChosen} and settings ?| array['targets', 'selection', 'same_people']`.execute(
    tx,
  );
  await sql`
    update campaigns set after_campaign_id = null, settings = settings - 'after' || '{"same_people": null}'
    where ${isChosen} and (after_campaign_id = any(${campaigns}::uuid[])
      or settings #>> '{same_people,campaign_id}' = any(${campaigns}::text[]) or settings #>> '{after,campaign_id}' = any(${campaigns}::text[]))`.execute(
    tx,
  );
};
const nobodyChosen = {
  targets: { target_users: [], target_departments: [], exclude_users: [] },
  selection: null,
  same_people: null,
} satisfies Partial<CampaignSettings>;

/**
 * Takes the persons from these results and returns the persons. Key, Message-ID and ids are new afterwards, so that a late click
 * finds no recipient and no entry of the log leads to the row. Times begin with the full hour of sending: mail servers log the
 * second. An email that waits is not sent any more. Rows that a sender holds are never among these.
 */
const separate = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    with part as materialized (
      select r.id, r.campaign_id, r.employee_id,
        coalesce(r.sent_at, r.send_at) - date_trunc('hour', coalesce(r.sent_at, r.send_at), o.time_zone) as shift
      from campaign_recipients r join organizations o on o.id = r.organization_id where r.id = any(${ids}::bigint[])),
    events as (
      update tracking_events t set id = default, address = null, user_agent = '', hit = gen_random_uuid(), at = t.at - p.shift,
        overruled_at = date_trunc('day', t.overruled_at)
      from part p where t.recipient_id = p.id and t.campaign_id = p.campaign_id),
    reactions as (
      delete from campaign_reactions x using part p where x.campaign_id = p.campaign_id and x.employee_id = p.employee_id)
    update campaign_recipients r set id = default, employee_id = null, last_name = '', first_name = '', middle_name = '',
      position = '', reply = null, address = 'anonymous@removed.invalid', tracking_key = 'anonymous-' || gen_random_uuid(),
      message_id = 'anonymous-' || gen_random_uuid(), department = case when r.department_id is null then '' else r.department end,
      state = case when r.waiting then 'cancelled' else r.state end,
      lease_until = null, lease_owner = null,
      send_at = r.send_at - p.shift, sent_at = r.sent_at - p.shift,
      opened_at = r.opened_at - p.shift, clicked_at = r.clicked_at - p.shift,
      attachment_opened_at = r.attachment_opened_at - p.shift, entered_at = r.entered_at - p.shift,
      reported_at = r.reported_at - p.shift
    from part p where r.id = p.id returning p.employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};
