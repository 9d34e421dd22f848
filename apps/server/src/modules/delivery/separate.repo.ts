import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

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

/** Locks these rows and those whose department changes in the order of ids, like tracking: neither waits for the other for ever. */
export const lockEmails = (tx: Tx, campaigns: readonly string[], ids: readonly number[]) =>
  sql`
  with ${departments(campaigns)}
  select from campaign_recipients r left join merged m on m.campaign_id = r.campaign_id and m.department_id = r.department_id
  where r.campaign_id = any(${campaigns}::uuid[])
    and (r.id = any(${ids}::bigint[]) or m.is_merged or r.department <> m.title)
  order by r.id for update of r`.execute(tx);

/**
 * Removes the department from recipients until each group of a campaign has at least `SMALLEST_GROUP` people: departments, and
 * the people without one. All rows of a campaign are changed at once: a later batch counts the same groups.
 */
export const mergeSmallDepartments = (tx: Tx, campaigns: readonly string[]) =>
  sql`
  with ${departments(campaigns)}
  update campaign_recipients r set department_id = case when not m.is_merged then r.department_id end,
    department = case when m.is_merged then '' else m.title end
  from merged m where m.campaign_id = r.campaign_id and m.department_id = r.department_id
    and (m.is_merged or r.department <> m.title)`.execute(tx);

/** Removes the department from these recipients unless it has at least `SMALLEST_GROUP` recipients without a person. */
export const dropSmallDepartments = (tx: Tx, campaigns: readonly string[], recipients: readonly number[]) =>
  sql`
  with groups as (
    select campaign_id, department_id, min(department) as title, count(*) >= ${SMALLEST_GROUP} as is_kept
    from campaign_recipients where campaign_id = any(${campaigns}::uuid[]) and department_id is not null
      and (employee_id is null or id = any(${recipients}::bigint[])) group by 1, 2)
  update campaign_recipients r set department_id = case when g.is_kept then r.department_id end,
    department = case when g.is_kept then g.title else '' end
  from groups g where r.id = any(${recipients}::bigint[]) and g.campaign_id = r.campaign_id
    and g.department_id = r.department_id`.execute(tx);

/** Those of these people whose email a sender holds. */
export const findHeldPeople = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    select distinct r.employee_id from campaign_recipients r
    where r.employee_id = any(${ids}::uuid[]) and r.held`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/**
 * Takes the persons from these emails and returns the persons. Key, Message-ID and ids are new afterwards, so that a late click
 * finds no recipient and no entry of the log leads to the row. Times begin with the full hour of sending: mail servers log the
 * second. An email that waits is not sent any more. Rows that a sender holds are never among these.
 */
export const separateEmails = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    with part as materialized (
      select r.id, r.employee_id,
        coalesce(r.sent_at, r.send_at) - date_trunc('hour', coalesce(r.sent_at, r.send_at), o.time_zone) as shift
      from campaign_recipients r join organizations o on o.id = r.organization_id where r.id = any(${ids}::bigint[]))
    update campaign_recipients r set id = default, employee_id = null, last_name = '', first_name = '', middle_name = '',
      position = '', reply = null, earlier_attempts = null, address = 'anonymous@removed.invalid', tracking_key = 'anonymous-' || gen_random_uuid(),
      message_id = 'anonymous-' || gen_random_uuid(), department = case when r.department_id is null then '' else r.department end,
      state = case when r.waiting then 'cancelled' else r.state end,
      lease_until = null, lease_owner = null, send_at = r.send_at - p.shift, sent_at = r.sent_at - p.shift
    from part p where r.id = p.id returning p.employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};
