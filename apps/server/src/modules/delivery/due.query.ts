import type { WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import { inSystem, type Database, type SystemTx } from '../../platform/db.ts';

// Sending serves all organisations at once and has no session: each function here runs as the system role and names the
// organisation itself.

/** Returns the organisations that have a due email. */
export const organizationsWithDueEmails = (db: Database, at: Date): Promise<string[]> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select distinct o.id from campaigns c join organizations o on o.id = c.organization_id
      where ${sendable(at)} and exists (
        select 1 from campaign_recipients r
        where r.campaign_id = c.id and r.waiting and r.send_at <= ${iso(at)})`.execute(tx);
    return rows.map((row) => row.id);
  });

/** The condition on `campaigns c` and `organizations o` under which emails may be sent at this time. */
export const sendable = (
  at: Date,
) => sql`c.status = 'active' and c.paused_at is null and c.start_at <= ${iso(at)} and c.end_at > ${iso(at)}
  and not o.sending_paused and o.licence_end >= (${iso(at)}::timestamptz at time zone o.time_zone)::date`;

export type DueCampaign = { id: string; is_testing: boolean; spread: boolean; end_at: string };
export type SendingOrganization = WorkHours & {
  id: string;
  title: string;
  language: 'ru' | 'en' | 'uz';
  daily_cap: number;
  minute_cap: number | null;
  person_weekly_cap: number;
  person_gap_hours: number;
  header_key: Buffer;
};
/** Returns the organisation's data for sending, or nothing if it may not send. */
export const findSendingOrganization = async (
  tx: SystemTx,
  id: string,
  at: Date,
): Promise<SendingOrganization | undefined> => {
  const { rows } = await sql<SendingOrganization>`
    select id, title, language, daily_cap, minute_cap, person_weekly_cap, person_gap_hours, header_key, time_zone, work_from, work_to, work_days, holidays from organizations o
    where id = ${id} and not sending_paused and licence_end >= (${iso(at)}::timestamptz at time zone time_zone)::date`.execute(
    tx,
  );
  return rows[0];
};

/** Returns the campaigns of the organisation with due emails that may send. */
export const findDueCampaigns = async (tx: SystemTx, organizationId: string, at: Date): Promise<DueCampaign[]> => {
  const { rows } = await sql<DueCampaign>`
    select c.id, c.is_testing, c.spread, c.end_at from campaigns c join organizations o on o.id = c.organization_id
    where c.organization_id = ${organizationId} and ${sendable(at)} and exists (
      select 1 from campaign_recipients r
      where r.campaign_id = c.id and r.waiting and r.send_at <= ${iso(at)})
    order by c.start_at, c.id`.execute(tx);
  return rows;
};

/** Returns the verified mail domains of the organisation. */
export const verifiedDomains = async (tx: SystemTx, organizationId: string): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('verified_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.domain));
};

/** Returns the emails of a campaign with their sender addresses. */
export const campaignSenders = (tx: SystemTx, campaignId: string) =>
  tx
    .selectFrom('campaign_emails')
    .select(['email_id', 'sender_address'])
    .where('campaign_id', '=', campaignId)
    .execute();

/**
 * Whether a campaign may send now. It runs for nearly every email: one statement without a transaction, and by one id, since
 * PostgreSQL would plan a statement with a list of ids again each time.
 */
export const isSendable = async (db: Database, id: string, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from campaigns c join organizations o on o.id = c.organization_id
    where c.id = ${id} and ${sendable(at)}`.execute(db.system);
  return rows.length > 0;
};

/** Returns those of these campaigns that may send now. */
export const stillSendable = async (db: Database, ids: readonly string[], at: Date): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from campaigns c join organizations o on o.id = c.organization_id
    where c.id = any (${ids}::uuid[]) and ${sendable(at)}`.execute(db.system);
  return new Set(rows.map((row) => row.id));
};

/** Returns those of these campaigns that are no test campaigns. */
export const notTesting = async (tx: SystemTx, ids: readonly string[]): Promise<string[]> => {
  const campaigns = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', [...ids])
    .where('is_testing', '=', false)
    .execute();
  return campaigns.map(({ id }) => id);
};
