import { sql } from 'kysely';
import { iso } from '../../../platform/clock.ts';
import { inSystem, type Database } from '../../../platform/db.ts';
import { jobs } from '../../../platform/job-table.ts';
import type { CampaignFacts, Recipient, Rise, StoredEvent } from './tracking.types.ts';

// The phishing origin knows nobody: all it has is a key. So each function here works as the system role.

const columns = [
  'id',
  'organization_id',
  'campaign_id',
  'email_id',
  'employee_id',
  'tracking_key',
  'address',
  'last_name',
  'first_name',
  'middle_name',
  'position',
  'department',
  'state',
  'sent_at',
  'result',
  'opened_at',
  'clicked_at',
  'attachment_opened_at',
  'entered_at',
  'os',
] as const;

/** The recipients of these keys; unknown keys are missing from the answer. One statement, without a transaction around it. */
export const findRecipients = async (db: Database, keys: readonly string[]): Promise<Map<string, Recipient>> => {
  const rows = await db.system
    .selectFrom('campaign_recipients')
    .select(columns)
    .where(sql<boolean>`tracking_key = any (${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.tracking_key, row as Recipient]));
};

export const findCampaignFacts = (db: Database, id: string): Promise<CampaignFacts | undefined> =>
  inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('campaigns as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.id', 'c.status', 'c.is_testing', 'c.end_at', 'c.completed_at', 'c.redirect_page_id'])
      .select(['o.id as organization_id', 'o.title', 'o.language', 'o.time_zone'])
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { organization_id, title, language, time_zone, ...campaign } = row;
    return { ...campaign, organization: { id: organization_id, title, language, time_zone } };
  });

export type LandingRow = { readonly page_html: string | null; readonly language: 'ru' | 'en' | 'uz' };
export const findLanding = (db: Database, campaignId: string, emailId: string): Promise<LandingRow | undefined> =>
  inSystem(
    db,
    async (tx) =>
      (await tx
        .selectFrom('campaign_emails')
        .select(['page_html', 'language'])
        .where('campaign_id', '=', campaignId)
        .where('email_id', '=', emailId)
        .executeTakeFirst()) as LandingRow | undefined,
  );

export const findRedirectHtml = (db: Database, id: string): Promise<string | undefined> =>
  inSystem(
    db,
    async (tx) => (await tx.selectFrom('redirect_pages').select('html').where('id', '=', id).executeTakeFirst())?.html,
  );

/** Jobs of one batch: who rose, by campaign. */
export type Followup = {
  readonly organizationId: string;
  readonly campaignId: string;
  readonly employeeIds: readonly string[];
};

/** The job that looks at results starts this much later, and so serves all that are stored meanwhile. */
export const REACT_AFTER_MS = 1_500;

/**
 * Stores a batch in one commit: the events, the risen results with their first times, and the jobs that follow. Rows are
 * locked in the order of their ids, so that batches of several processes never wait for each other in a circle; a result
 * is compared with what is stored then, so that it never goes back.
 */
export const storeBatch = async (
  db: Database,
  events: readonly StoredEvent[],
  rises: readonly Rise[],
  followups: readonly Followup[],
  reacting: ReadonlySet<string>,
): Promise<void> => {
  const queue = followups.flatMap((one) =>
    reacting.has(one.campaignId) ? [reactJob(one), refreshJob(one)] : [refreshJob(one)],
  );
  await sql`
    with ${rises.length > 0 ? sql`${risen(rises)}, ` : sql``}added as (
      insert into tracking_events (organization_id, campaign_id, recipient_id, kind, at, address, user_agent, os, browser, human, verdict, fields)
      select organization_id, campaign_id, recipient_id, kind, at, address, user_agent, os, browser, human, verdict, string_to_array(fields, ',')
      from unnest(${events.map((e) => e.recipient.organization_id)}::uuid[], ${events.map((e) => e.recipient.campaign_id)}::uuid[],
        ${events.map((e) => e.recipient.id)}::bigint[], ${events.map((e) => e.hit.kind)}::text[], ${events.map((e) => iso(e.hit.at))}::timestamptz[],
        ${events.map((e) => e.hit.address)}::inet[], ${events.map((e) => e.hit.userAgent)}::text[], ${events.map((e) => e.os)}::text[],
        ${events.map((e) => e.browser)}::text[], ${events.map((e) => e.human)}::boolean[], ${events.map((e) => e.verdict)}::text[],
        ${events.map((e) => e.hit.fields.join(','))}::text[])
        as e (organization_id, campaign_id, recipient_id, kind, at, address, user_agent, os, browser, human, verdict, fields))
    select count(public.enqueue(j.name, j.payload::json, j.key, case when j.key is null then null else now() + ${`${REACT_AFTER_MS} ms`}::interval end, null, j.attempts))
    from unnest(${queue.map((j) => j.name)}::text[], ${queue.map((j) => j.payload)}::text[], ${queue.map((j) => j.key)}::text[],
      ${queue.map((j) => j.attempts)}::int[]) as j (name, payload, key, attempts)`.execute(db.system);
};

const instant = (at: Date | null) => (at ? iso(at) : null);
const risen = (rises: readonly Rise[]) => sql`locked as materialized (
      select id from campaign_recipients where id = any (${rises.map((r) => r.recipient.id)}::bigint[]) order by id for update),
    risen as (
      update campaign_recipients r set result = greatest(r.result, d.result), opened_at = coalesce(r.opened_at, d.opened_at),
        clicked_at = coalesce(r.clicked_at, d.clicked_at), attachment_opened_at = coalesce(r.attachment_opened_at, d.attachment_opened_at),
        entered_at = coalesce(r.entered_at, d.entered_at), os = coalesce(r.os, d.os)
      from locked l join unnest(${rises.map((r) => r.recipient.id)}::bigint[], ${rises.map((r) => r.result)}::smallint[],
        ${rises.map((r) => instant(r.opened_at))}::timestamptz[], ${rises.map((r) => instant(r.clicked_at))}::timestamptz[],
        ${rises.map((r) => instant(r.attachment_opened_at))}::timestamptz[], ${rises.map((r) => instant(r.entered_at))}::timestamptz[],
        ${rises.map((r) => r.os)}::text[]) as d (id, result, opened_at, clicked_at, attachment_opened_at, entered_at, os) on d.id = l.id
      where r.id = l.id)`;

const reactJob = ({ organizationId, campaignId }: Followup) => {
  const payload = { organization_id: organizationId, campaign_id: campaignId };
  const { key, attempts } = jobs['campaigns.react-to-results'];
  return { name: 'campaigns.react-to-results', payload: JSON.stringify(payload), key: key(payload), attempts };
};
const refreshJob = ({ organizationId, employeeIds }: Followup) => ({
  name: 'statistics.refresh-people',
  payload: JSON.stringify({ organization_id: organizationId, employee_ids: [...employeeIds] }),
  key: null,
  attempts: jobs['statistics.refresh-people'].attempts,
});
