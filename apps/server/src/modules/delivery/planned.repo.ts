import { asciiDomain, domainOf } from '@sergak/contract/email-address.rules.ts';
import { randomBytes } from 'node:crypto';
import type { CampaignStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Deletes one batch of the rows that an unfinished planning left behind. Returns the number of deleted rows. */
export const dropEmails = async (tx: Tx, campaignId: string, limit: number): Promise<number> => {
  const result = await sql`
    delete from campaign_recipients where id in (select id from campaign_recipients where campaign_id = ${campaignId} limit ${limit})`.execute(
    tx,
  );
  return Number(result.numAffectedRows ?? 0);
};

export type PlannedEmail = {
  employee_id: string;
  email_id: string;
  send_at: string;
};

/** Returns 128 random bits per key from one call: a call per email would take longer than the rest of the planning. */
const trackingKeys = (count: number): string[] => {
  const bytes = randomBytes(16 * count);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * 16, n * 16 + 16).toString('base64url'));
};

/**
 * Inserts emails with a copy of their people's data, in one statement. The language of the person, then that of the
 * organisation, then that of the base decides the version. It takes a shared lock of the campaign's row, so
 * that no emails are added while the campaign is completed or deleted. Returns the number of inserted rows.
 */
export const addEmails = async (
  tx: Tx,
  campaignId: string,
  emails: readonly PlannedEmail[],
  status: CampaignStatus = 'creating',
): Promise<number> => {
  const column = (name: keyof PlannedEmail) => emails.map((email) => email[name]);
  const senders = await tx
    .selectFrom('campaign_emails')
    .select(['email_id', 'sender_address'])
    .where('campaign_id', '=', campaignId)
    .execute();
  const result = await sql`
    with campaign as materialized (select id from campaigns where id = ${campaignId} and status = ${status} for share)
    insert into campaign_recipients (campaign_id, email_id, employee_id, department_id, tracking_key, message_id, address,
      last_name, first_name, middle_name, position, department, send_at, language)
    select c.id, p.email_id, e.id, e.department_id, p.tracking_key, '<' || gen_random_uuid() || '@' || s.domain || '>', e.email,
      e.last_name, e.first_name, e.middle_name, e.position, d.title, p.send_at,
      case when m.language = e.language then m.language
        else coalesce(own.language, case when m.language = o.language then m.language end, common.language, m.language) end
    from unnest(${column('employee_id')}::uuid[], ${column('email_id')}::uuid[], ${trackingKeys(emails.length)}::text[],
        ${column('send_at')}::timestamptz[])
      as p (employee_id, email_id, tracking_key, send_at)
    join campaign c on true join employees e on e.id = p.employee_id join departments d on d.id = e.department_id
    join organizations o on o.id = e.organization_id
    join campaign_emails m on m.campaign_id = c.id and m.email_id = p.email_id
    join unnest(${senders.map((one) => one.email_id)}::uuid[],
      ${senders.map((one) => asciiDomain(domainOf(one.sender_address)))}::text[]) as s (email_id, domain) on s.email_id = m.email_id
    left join campaign_email_translations own on own.campaign_id = c.id and own.email_id = p.email_id and own.language = e.language
    left join campaign_email_translations common on common.campaign_id = c.id and common.email_id = p.email_id and common.language = o.language
    where e.deleted_at is null`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
};

export const countEmails = async (tx: Tx, campaignId: string): Promise<number> => {
  const row = await tx
    .selectFrom('campaign_recipients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Returns the emails of a campaign that are not sent, in sending order. */
export const unsentInOrder = async (tx: Tx, campaignId: string): Promise<number[]> => {
  const rows = await tx
    .selectFrom('campaign_recipients')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('waiting', '=', true)
    .orderBy('send_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Sets other sending times for emails of a campaign in the given status. The lock keeps it from starting, ending or being
 * deleted meanwhile.
 */
export const moveUnsent = (
  tx: Tx,
  campaignId: string,
  ids: readonly number[],
  times: readonly string[],
  status: CampaignStatus = 'planned',
) =>
  sql`
    with campaign as materialized (select id from campaigns where id = ${campaignId} and status = ${status} for share),
    locked as materialized (
      select id from campaign_recipients
      where id = any(${ids}::bigint[]) and campaign_id = (select id from campaign) and waiting order by id for update)
    update campaign_recipients r set send_at = m.send_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as m (id, send_at) join locked using (id) where r.id = m.id`.execute(
    tx,
  );

/**
 * Cancels emails of a campaign (null: of the organisation) that have not been sent. Emails that are being handed over are not
 * changed; sending stores their outcome.
 */
export const cancelUnsent = (tx: Tx, campaignId: string | null) =>
  sql`
    with locked as materialized (
      select id from campaign_recipients
      where ${campaignId === null ? sql`true` : sql`campaign_id = ${campaignId}`} and waiting order by id for update)
    update campaign_recipients set state = 'cancelled' where id in (select id from locked)`.execute(tx);

/** Locks the emails of a campaign, before their rows are deleted with it in any order. */
export const lockCampaignEmails = (tx: Tx, campaignId: string) =>
  sql`select from campaign_recipients where campaign_id = ${campaignId} order by id for update`.execute(tx);

/**
 * Emails `r` of a campaign that can be sent again, joined with their people as `e`. An opening or a report proves that an email
 * arrived; without `usesResults` nobody may learn of that.
 */
const resendable = (campaignId: string, usesResults: boolean) => sql`
  from campaign_recipients r join employees e on e.organization_id = r.organization_id and e.id = r.employee_id
  where r.campaign_id = ${campaignId} and r.state in ('failed', 'unknown') and e.deleted_at is null and e.email_key = lower(r.address)
    ${usesResults ? sql`and r.result = 0 and r.reported_at is null` : sql``}`;

/** Whether an email that has no success may have arrived: now, or in an attempt before. */
const isUncertain = sql<boolean>`(r.state = 'unknown' or coalesce(r.earlier_attempts @> '[{"state":"unknown"}]', false))`;

export type Resendable = { failed: number; unknown: number };

export const countResendable = async (tx: Tx, campaignId: string, usesResults: boolean): Promise<Resendable> => {
  const { rows } = await sql<Resendable>`
    select (count(*) filter (where not ${isUncertain}))::int as failed, (count(*) filter (where ${isUncertain}))::int as unknown
    ${resendable(campaignId, usesResults)}`.execute(tx);
  return rows[0]!;
};

/**
 * Lets failed emails, and with `withUnknown` uncertain ones, wait again as the same emails of the same people, so that each person
 * counts once. The attempts until now are kept beside. A late outcome of an earlier claim finds no claim. Returns their numbers.
 */
export const requeueEmails = async (
  tx: Tx,
  campaignId: string,
  o: { readonly withUnknown: boolean; readonly usesResults: boolean; readonly at: string },
): Promise<Resendable> => {
  const { rows } = await sql<Resendable>`
    with locked as materialized (
      select r.id, ${isUncertain} as uncertain ${resendable(campaignId, o.usesResults)} and (${o.withUnknown} or not ${isUncertain})
      order by r.id for update of r),
    requeued as (
      update campaign_recipients r set state = 'queued', send_at = ${o.at}, attempts = 0, reply = null, lease_until = null, lease_owner = null,
        earlier_attempts = coalesce(r.earlier_attempts, '[]') || jsonb_build_object('at', ${o.at}::text, 'state', r.state, 'reply', r.reply)
      from locked l where r.id = l.id returning l.uncertain)
    select (count(*) filter (where not uncertain))::int as failed, (count(*) filter (where uncertain))::int as unknown
    from requeued`.execute(tx);
  return rows[0]!;
};
