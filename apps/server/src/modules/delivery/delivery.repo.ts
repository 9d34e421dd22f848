import { sql } from 'kysely';
import { after, iso } from '../../platform/clock.ts';
import { inSystem, PLANNED_EACH_TIME, type Database, type SystemTx } from '../../platform/db.ts';
import { giveBackToDay } from './days.repo.ts';
import { sendable, type SendingOrganization } from './due.query.ts';
import {
  rejection,
  returnsPlace,
  WEEK_MS,
  type Candidate,
  type Decision,
  type EndState,
  type Fate,
} from './delivery.rules.ts';

// The states of an email (README). Sending serves all organisations at once: each function here runs as the system role.

/** First number of the advisory locks that mark living senders; the second number is the owner id. */
export const LIVENESS = 726_341;

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
  organization: SendingOrganization;
};

export type DueEmail = Omit<ClaimedEmail, 'claim' | 'organization'>;

/** Returns the next due emails of a campaign, locked, each with the data that decides whether it may be sent. */
export const lockDueEmails = async (
  tx: SystemTx,
  campaignId: string,
  at: Date,
  limit: number,
): Promise<(DueEmail & Candidate)[]> => {
  const week = iso(after(at, -WEEK_MS));
  const { rows } = await sql<DueEmail & Candidate>`
    with next as materialized (
      select id from campaign_recipients
      where campaign_id = ${campaignId} and waiting and send_at <= ${iso(at)} order by send_at, id limit ${limit}),
    due as materialized (
      select * from campaign_recipients where id in (select id from next) and waiting and send_at <= ${iso(at)}
      order by id for update skip locked)
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
  sql`${PLANNED_EACH_TIME} update campaign_recipients set state = 'claimed', lease_owner = ${claim}, lease_until = ${leaseUntil}
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

/** An email as one claim of it; after a recovery one sender may hold two of them. */
export type Claimed = Pick<ClaimedEmail, 'id' | 'claim'>;
export const claimedKey = ({ id, claim }: Claimed): string => `${claim} ${id}`;

/**
 * Marks emails as being handed over, in one commit. Returns the keys (`claimedKey`) of those that may be sent: still held by
 * this claim, and their campaign may send.
 */
export const handOver = async (db: Database, emails: readonly Claimed[], at: Date): Promise<Set<string>> => {
  const ordered = emails.toSorted((a, b) => a.id - b.id);
  const { rows } = await sql<Claimed>`
    ${PLANNED_EACH_TIME} update campaign_recipients r set state = 'handing_over'
    from unnest(${ordered.map((e) => e.id)}::bigint[], ${ordered.map((e) => e.claim)}::text[]) as d (id, claim)
    where r.id = d.id and r.lease_owner = d.claim and r.state = 'claimed'
      -- A value and no join: emails are found by their ids, never by their campaign, whose emails would all be read.
      and (select ${sendable(at)} from campaigns c join organizations o on o.id = c.organization_id where c.id = r.campaign_id)
    returning r.id, r.lease_owner as claim`.execute(db.system);
  return new Set(rows.map(claimedKey));
};

export type Ended = Claimed & { readonly fate: Fate };
export type EndedCampaign = {
  readonly organization_id: string;
  readonly campaign_id: string;
  readonly is_testing: boolean;
  readonly state: EndState;
  readonly emails: number;
};
/** Whether the campaign of an email `r` is over; nothing of it waits again then. A value and no join, as in `handOver`. */
const isOver = sql`(select c.status in ('completed', 'failed') from campaigns c where c.id = r.campaign_id)`;

/**
 * Stores the outcomes of emails and returns how many ended in each state, by organisation and campaign in the
 * order of ids. An email that would wait again is cancelled after the end of its campaign. An outcome of a claim that no longer holds its email is ignored. No email leaves `sent`; an `unknown` one may still become `sent` or `failed`.
 */
export const endEmails = async (tx: SystemTx, ended: readonly Ended[], at: Date): Promise<EndedCampaign[]> => {
  const fates = ended.map((one) => one.fate);
  const { rows } = await sql<EndedCampaign>`
    ${PLANNED_EACH_TIME} with locked as materialized (
      select id from campaign_recipients where id = any(${ended.map((e) => e.id)}::bigint[]) order by id for update),
    ended as (
      update campaign_recipients r
      set state = case when d.state in ('queued', 'retry') and ${isOver} then 'cancelled' else d.state end,
        reply = coalesce(d.reply, case when d.state = 'queued' and ${isOver} then ${rejection('campaign_completed')} end, r.reply),
        send_at = coalesce(d.send_at, r.send_at), attempts = r.attempts + d.tries,
        sent_at = case when d.state = 'sent' then ${iso(at)}::timestamptz else r.sent_at end,
        lease_until = case when d.state = 'unknown' then r.lease_until end,
        lease_owner = case when d.state = 'unknown' then r.lease_owner end
      from unnest(${ended.map((e) => e.id)}::bigint[], ${ended.map((e) => e.claim)}::text[], ${fates.map((f) => f.state)}::text[],
          ${fates.map((f) => f.reply)}::text[], ${fates.map((f) => f.send_at)}::timestamptz[], ${fates.map((f) => f.tries)}::int[])
        as d (id, claim, state, reply, send_at, tries)
      where r.id = d.id and r.id in (select id from locked) and r.lease_owner = d.claim
        and (r.held or (r.state = 'unknown' and d.state in ('sent', 'failed')))
      returning r.organization_id, r.campaign_id, r.state)
    select e.organization_id, e.campaign_id, c.is_testing, e.state, count(*)::int as emails
    from ended e join campaigns c on c.id = e.campaign_id group by 1, 2, 3, 4 order by 1, 2`.execute(tx);
  return rows;
};

/**
 * Extends the leases of these claims. Emails that another statement is changing are skipped: they get a new state anyway,
 * and waiting for them could end in a deadlock.
 */
export const renewLeases = (db: Database, claims: readonly string[], until: Date) =>
  inSystem(db, (tx) =>
    sql`update campaign_recipients set lease_until = ${until} where id in (
      select id from campaign_recipients where lease_owner = any(${claims}::text[]) and held
      order by id for update skip locked)`.execute(tx),
  );

/**
 * Takes back the emails of dead senders. An email that was only claimed never reached the server and is queued again, or
 * cancelled if its campaign is over; one that was being handed over becomes `unknown` permanently. A sender is dead when its lease has expired, or as soon as the
 * database no longer holds its lock (the lock ends with the connection of a killed process).
 */
export const recoverLeases = (
  db: Database,
  at: Date,
): Promise<{ requeued: number; cancelled: number; unknown: number }> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<{ organization_id: string; state: 'queued' | 'cancelled' | 'unknown'; emails: number }>`
      with held as materialized (
        select id, organization_id, state from campaign_recipients r
        where r.held and r.lease_until is not null and (r.lease_until < ${iso(at)} or not exists (
          select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${LIVENESS}::oid and l.objsubid = 2
            and l.objid::text = split_part(r.lease_owner, '/', 1) and l.database = (select oid from pg_database where datname = current_database())))
        order by id for update skip locked),
      freed as (
        update campaign_recipients r
        set state = case when h.state <> 'claimed' then 'unknown' when ${isOver} then 'cancelled' else 'queued' end,
          reply = case when h.state = 'claimed' then r.reply else 'the sending process ended during the transfer' end,
          attempts = r.attempts + case when h.state = 'claimed' then 0 else 1 end,
          lease_until = case when h.state = 'claimed' then null else r.lease_until end,
          lease_owner = case when h.state = 'claimed' then null else r.lease_owner end
        from held h where r.id = h.id returning r.organization_id, r.state)
      select organization_id, state, count(*)::int as emails from freed group by 1, 2 order by 1`.execute(tx);
    const counts = { requeued: 0, cancelled: 0, unknown: 0 };
    for (const { organization_id, state, emails } of rows) {
      counts[state === 'queued' ? 'requeued' : state] += emails;
      if (returnsPlace(state)) await giveBackToDay(tx, organization_id, emails);
    }
    return counts;
  });
