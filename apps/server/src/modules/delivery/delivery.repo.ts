import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { sql } from 'kysely';
import type { WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { after, dayIn, iso, MINUTE, now } from '../../platform/clock.ts';
import { inSystem, type Database, type SystemTx, type Tx } from '../../platform/db.ts';
import { jobs } from '../../job-table.ts';
import { enqueueIn } from '../../platform/jobs.ts';
import { WEEK_MS, type Candidate, type Decision, type Fate } from './delivery.rules.ts';

// Sending serves all organisations at once and has no session: each function here runs as the system role and names the
// organisation itself.

/** First number of the advisory locks that mark living senders; the second number is the owner id. */
export const LIVENESS = 726_341;

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
const sendable = (
  at: Date,
) => sql`c.status = 'active' and c.paused_at is null and c.start_at <= ${iso(at)} and c.end_at > ${iso(at)}
  and not o.sending_paused and o.licence_end >= (${iso(at)}::timestamptz at time zone o.time_zone)::date`;

export type DueCampaign = { id: string; is_testing: boolean; spread: boolean; end_at: string };
export type SendingOrganization = WorkHours & {
  id: string;
  title: string;
  language: 'ru' | 'en' | 'uz';
  daily_cap: number;
  person_weekly_cap: number;
  person_gap_hours: number;
  header_key: Buffer;
};
export type ClaimedEmail = {
  id: number;
  /** The claim under which it is handed over and ended; see `nextClaim` of `owner.repo.ts`. */
  claim: string;
  campaign_id: string;
  email_id: string;
  /** Null: the language of the base. */
  language: string | null;
  tracking_key: string;
  message_id: string;
  address: string;
  last_name: string;
  first_name: string;
  middle_name: string;
  position: string;
  department: string;
  attempts: number;
};

export type DueEmail = Omit<ClaimedEmail, 'claim'>;

/** Returns the organisation's data for sending, or nothing if it may not send. */
export const findSendingOrganization = async (
  tx: SystemTx,
  id: string,
  at: Date,
): Promise<SendingOrganization | undefined> => {
  const { rows } = await sql<SendingOrganization>`
    select id, title, language, daily_cap, person_weekly_cap, person_gap_hours, header_key, time_zone, work_from, work_to, work_days, holidays from organizations o
    where id = ${id} and not sending_paused and licence_end >= (${iso(at)}::timestamptz at time zone time_zone)::date`.execute(
    tx,
  );
  return rows[0];
};

export const findDueCampaigns = async (tx: SystemTx, organizationId: string, at: Date): Promise<DueCampaign[]> => {
  const { rows } = await sql<DueCampaign>`
    select c.id, c.is_testing, c.spread, c.end_at from campaigns c join organizations o on o.id = c.organization_id
    where c.organization_id = ${organizationId} and ${sendable(at)} and exists (
      select 1 from campaign_recipients r
      where r.campaign_id = c.id and r.waiting and r.send_at <= ${iso(at)})
    order by c.start_at, c.id`.execute(tx);
  return rows;
};

/** Locks the organisation's day and returns how many emails were already claimed on it. */
export const lockDay = async (tx: SystemTx | Tx, organizationId: string, day: string): Promise<number> => {
  await sql`insert into sending_days (organization_id, day) values (${organizationId}, ${day}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ taken: number }>`
    select taken from sending_days where organization_id = ${organizationId} and day = ${day} for update`.execute(tx);
  return rows[0]!.taken;
};

export const addToDay = (tx: SystemTx | Tx, organizationId: string, day: string, emails: number) =>
  sql`update sending_days set taken = taken + ${emails} where organization_id = ${organizationId} and day = ${day}`.execute(
    tx,
  );

export const confirmedDomains = async (tx: SystemTx, organizationId: string): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('confirmed_at', 'is not', null)
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

/** Returns the next due emails of a campaign, locked, each with the data that decides whether it may be sent. */
export const lockDueEmails = async (
  tx: SystemTx,
  campaignId: string,
  at: Date,
  limit: number,
): Promise<(DueEmail & Candidate)[]> => {
  const week = iso(after(at, -WEEK_MS));
  const { rows } = await sql<DueEmail & Candidate>`
    with due as materialized (
      select * from campaign_recipients
      where campaign_id = ${campaignId} and waiting and send_at <= ${iso(at)}
      order by send_at, id limit ${limit} for update skip locked)
    select d.id, d.campaign_id, d.email_id, d.language, d.tracking_key, d.message_id, d.address, d.last_name, d.first_name, d.middle_name,
      d.position, d.department, d.attempts, e.email_key, coalesce(g.recent, '{}') as recent, coalesce(g.busy, false) as busy
    from due d
    left join employees e on e.organization_id = d.organization_id and e.id = d.employee_id and e.deleted_at is null
    left join lateral (
      -- An email in state unknown may have arrived: its lease gives the approximate time.
      select array_agg(coalesce(p.sent_at, p.lease_until) order by coalesce(p.sent_at, p.lease_until) desc)
          filter (where p.state in ('sent', 'unknown') and coalesce(p.sent_at, p.lease_until) > ${week}) as recent,
        bool_or(p.held) as busy
      from campaign_recipients p join campaigns pc on pc.id = p.campaign_id
      where p.organization_id = d.organization_id and p.employee_id = d.employee_id and p.id <> d.id and not pc.is_testing
        and (p.sent_at > ${week} or p.held or p.state = 'unknown')) g on true
    order by d.send_at, d.id`.execute(tx);
  return rows;
};

export const markClaimed = (tx: SystemTx, ids: readonly number[], claim: string, leaseUntil: Date) =>
  sql`update campaign_recipients set state = 'claimed', lease_owner = ${claim}, lease_until = ${leaseUntil}
    where id = any (${ids}::bigint[])`.execute(tx);

/** Postpones or ends emails without offering them to a mail server. */
export const markDecided = async (
  tx: SystemTx,
  rows: readonly { id: number; decision: Exclude<Decision, { do: 'send' }>; reply: string | null }[],
) => {
  if (rows.length === 0) return;
  const columns = rows.map(({ id, decision, reply }) => ({
    id,
    reply,
    state: decision.do === 'end' ? decision.state : null,
    send_at: decision.do === 'postpone' ? decision.until : null,
  }));
  await sql`update campaign_recipients r
    set state = coalesce(d.state, r.state), send_at = coalesce(d.send_at, r.send_at), reply = coalesce(d.reply, r.reply)
    from unnest(${columns.map((c) => c.id)}::bigint[], ${columns.map((c) => c.state)}::text[],
      ${columns.map((c) => c.send_at)}::timestamptz[], ${columns.map((c) => c.reply)}::text[]) as d (id, state, send_at, reply)
    where r.id = d.id`.execute(tx);
};

export type CampaignEmailRow = {
  campaign_id: string;
  email_id: string;
  subject: string;
  sender_name: string;
  sender_address: string;
  html: string;
  attachments: Attachment[];
  language: 'ru' | 'en' | 'uz';
};
/** Returns one email of a campaign, as copied at the launch, in this language or in that of the base. */
export const findCampaignEmail = (
  db: Database,
  campaignId: string,
  emailId: string,
  wanted: string | null,
): Promise<CampaignEmailRow> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<CampaignEmailRow>`
      select m.campaign_id, m.email_id, m.sender_address,
        coalesce(x.subject, m.subject) as subject, coalesce(x.sender_name, m.sender_name) as sender_name,
        coalesce(x.html, m.html) as html, coalesce(x.attachments, m.attachments) as attachments,
        coalesce(x.language, m.language) as language
      from campaign_emails m
      left join campaign_email_translations x on x.campaign_id = m.campaign_id and x.email_id = m.email_id and x.language = ${wanted}
      where m.campaign_id = ${campaignId} and m.email_id = ${emailId}`.execute(tx);
    if (!rows[0]) throw new Error(`campaign ${campaignId} has no email ${emailId}`);
    return rows[0];
  });

/** Returns the storage key of a file that is pinned to a campaign. */
export const findStorageKey = (db: Database, campaignId: string, fileId: string): Promise<string | undefined> =>
  inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('campaign_files as c')
      .innerJoin('files as f', 'f.id', 'c.file_id')
      .select('f.storage_key')
      .where('c.campaign_id', '=', campaignId)
      .where('c.file_id', '=', fileId)
      .executeTakeFirst();
    return row?.storage_key;
  });

export type PinnedFile = { readonly id: string; readonly content_type: string; readonly storage_key: string };
/** Returns the files that a campaign pinned at its launch, among these. */
export const findPinnedFiles = async (
  db: Database,
  campaignId: string,
  fileIds: readonly string[],
): Promise<PinnedFile[]> => {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<PinnedFile>`select f.id, f.content_type, f.storage_key
    from campaign_files c join files f on f.id = c.file_id
    where c.campaign_id = ${campaignId} and c.file_id = any(${fileIds}::uuid[])`.execute(db.system);
  return rows;
};

/** An email as one claim of it; after a recovery one sender may hold two of them. */
export type Claimed = Pick<ClaimedEmail, 'id' | 'claim'>;
export const claimedKey = ({ id, claim }: Claimed): string => `${claim} ${id}`;

/**
 * Marks emails as being handed over, in one commit. Returns the keys (`claimedKey`) of those that may be sent: still held by
 * this claim, campaign active, and neither it nor all sending paused.
 */
export const handOver = async (db: Database, emails: readonly Claimed[]): Promise<Set<string>> => {
  const { rows } = await sql<{ email: number; claim: string }>`
    select * from hand_over_emails(${emails.map((e) => e.id)}::bigint[], ${emails.map((e) => e.claim)}::text[])`.execute(
    db.system,
  );
  return new Set(rows.map((row) => claimedKey({ id: row.email, claim: row.claim })));
};

export type Ended = Claimed & { readonly fate: Fate };
/** Stores the outcomes of emails, in one commit; an outcome of a claim that no longer holds its email is ignored. */
export const endEmails = async (db: Database, ended: readonly Ended[], at: Date): Promise<void> => {
  await sql`select end_emails(${iso(at)}::timestamptz, ${ended.map((e) => e.id)}::bigint[], ${ended.map((e) => e.claim)}::text[], ${ended.map((e) => e.fate.state)}::text[],
    ${ended.map((e) => e.fate.reply)}::text[], ${ended.map((e) => e.fate.send_at)}::timestamptz[], ${ended.map((e) => e.fate.tries)}::int[],
    ${jobs['statistics.count-sent'].attempts})`.execute(db.system);
};

/** Returns those of these campaigns that are over; emails of the others are stopped because they or all sending are paused. */
export const overCampaigns = (db: Database, ids: readonly string[], at: Date): Promise<Set<string>> =>
  inSystem(db, async (tx) => {
    const rows = await tx
      .selectFrom('campaigns')
      .select(['id', 'status', 'end_at'])
      .where('id', 'in', [...ids])
      .execute();
    const alive = rows.filter((row) => row.status !== 'completed' && row.status !== 'failed' && row.end_at > iso(at));
    return new Set(ids.filter((id) => !alive.some((row) => row.id === id)));
  });

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

/**
 * Extends the leases of all claims of this sender. Emails that another statement is changing are skipped: they get a new state anyway,
 * and waiting for them could end in a deadlock.
 */
export const renewLeases = (db: Database, owner: string, until: Date) =>
  inSystem(db, (tx) =>
    sql`update campaign_recipients set lease_until = ${until} where id in (
      select id from campaign_recipients where split_part(lease_owner, '/', 1) = ${owner} and held
      order by id for update skip locked)`.execute(tx),
  );

/**
 * Takes back the emails of dead senders. An email that was only claimed never reached the server and is queued again; one
 * that was being handed over becomes `unknown` permanently. A sender is dead when its lease has expired, or as soon as the
 * database no longer holds its lock (the lock ends with the connection of a killed process).
 */
export const recoverLeases = (db: Database, at: Date): Promise<{ requeued: number; unknown: number }> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<{ state: string; emails: number }>`
      with held as materialized (
        select id, organization_id, state from campaign_recipients r
        where r.held and r.lease_until is not null and (r.lease_until < ${iso(at)} or not exists (
          select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${LIVENESS}::oid and l.objsubid = 2
            and l.objid::text = split_part(r.lease_owner, '/', 1) and l.database = (select oid from pg_database where datname = current_database())))
        order by id for update skip locked),
      freed as (
        update campaign_recipients r
        set state = case when h.state = 'claimed' then 'queued' else 'unknown' end,
          reply = case when h.state = 'claimed' then r.reply else 'the sending process ended during the transfer' end,
          attempts = r.attempts + case when h.state = 'claimed' then 0 else 1 end,
          lease_until = case when h.state = 'claimed' then null else r.lease_until end,
          lease_owner = case when h.state = 'claimed' then null else r.lease_owner end
        from held h where r.id = h.id returning r.organization_id, r.state),
      given_back as (
        update sending_days s set taken = greatest(0, s.taken - b.emails)
        from (select organization_id, count(*)::int as emails from freed where state = 'queued' group by 1) b
        where s.organization_id = b.organization_id and s.day = (
          select max(l.day) from sending_days l where l.organization_id = b.organization_id))
      select state, count(*)::int as emails from freed group by state`.execute(tx);
    const count = (state: string) => rows.find((row) => row.state === state)?.emails ?? 0;
    return { requeued: count('queued'), unknown: count('unknown') };
  });

/** Start of the five minutes that one job `statistics.count-sent` covers; `end_emails` computes the same. */
const countedSince = (at: Date): string => new Date(Math.floor(at.getTime() / (5 * MINUTE)) * 5 * MINUTE).toISOString();

/**
 * After an organisation's due emails are sent: enqueues the reactions of these campaigns, because a reaction may apply to every
 * recipient, and has the last emails counted at once instead of after five minutes.
 */
export const announceSent = (db: Database, organizationId: string, campaignIds: readonly string[]): Promise<void> =>
  inSystem(db, async (tx) => {
    if (campaignIds.length === 0) return;
    const since = countedSince(now());
    const campaigns = await tx
      .selectFrom('campaigns')
      .select('id')
      .where('id', 'in', [...campaignIds])
      .where('is_testing', '=', false)
      .execute();
    for (const { id } of campaigns) {
      await enqueueIn(tx, organizationId, 'campaigns.react-to-results', { campaign_id: id });
      await enqueueIn(tx, organizationId, 'statistics.count-sent', { campaign_id: id, since });
    }
  });

export const dayOf = (organization: { time_zone: string }, at: Date): string => dayIn(at, organization.time_zone);
