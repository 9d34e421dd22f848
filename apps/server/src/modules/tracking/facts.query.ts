import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { Hit, Recipient } from './tracking.types.ts';
import type { VerdictWord } from './verdict.rules.ts';

export const findTrackedCampaign = (tx: Tx, id: string) =>
  tx.selectFrom('campaigns').select(['id', 'name', 'is_testing']).where('id', '=', id).executeTakeFirst();

/** Of one program or address: somebody who sends clicks without end must not make the judgement of one page slow. */
const WAITING_MOST = 1_000;

/** What a person's result is made of: the highest act, the first time of each kind, and the system first named. */
export type Result = {
  readonly result: number;
  readonly os: string | null;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly attachment_opened_at: string | null;
  readonly entered_at: string | null;
};
/** The recipient of a hit, locked until the commit, with what a verdict needs of the campaign and the organisation. */
export type TrackedTarget = Recipient &
  Result & {
    readonly id: number;
    readonly organization_id: string;
    readonly employee_id: string | null;
    readonly sent_at: string | null;
    /** Nobody knows whether the mail server took the email: it has no time of sending and may be read. */
    readonly is_unknown: boolean;
    /** The address of the hit, spelt as the database does. */
    readonly source: string | null;
    readonly is_testing: boolean;
    /** End of the campaign, planned or by hand: results rise until some days later. */
    readonly ended_at: string;
    /** The hit comes from a network that the organisation named as its own. */
    readonly own_network: boolean;
  };
export type Waiting = {
  readonly id: number;
  readonly campaign_id: string;
  readonly recipient_id: number;
  readonly kind: 'opened' | 'clicked' | 'opened_attachment';
  readonly at: string;
  readonly os: string | null;
  readonly user_agent: string;
  readonly address: string | null;
  readonly overruled: boolean;
};
/** A campaign and an address from which something was requested. */
export type Place = { readonly campaign_id: string; readonly address: string | null };

/** A hit is told apart by its recipient and its id, which the browser sends: somebody may send an id with another key. */
export const hitKey = (recipientId: number, hit: string): string => `${recipientId} ${hit}`;

/** The verdicts of those hits that are stored already, by {@link hitKey}. */
export const findStored = async (
  tx: SystemTx,
  hits: readonly { readonly hit: Hit; readonly target: TrackedTarget }[],
): Promise<Map<string, VerdictWord>> => {
  const { rows } = await sql<{ recipient_id: number; hit: string; verdict: VerdictWord }>`
    select e.recipient_id, e.hit, e.verdict
    from unnest(${hits.map(({ target }) => target.organization_id)}::uuid[], ${hits.map(({ target }) => target.id)}::bigint[],
      ${hits.map(({ hit }) => hit.id)}::uuid[]) as h (organization_id, recipient_id, hit)
    join tracking_events e on e.organization_id = h.organization_id and e.recipient_id = h.recipient_id and e.hit = h.hit`.execute(
    tx,
  );
  return new Map(rows.map((row) => [hitKey(row.recipient_id, row.hit), row.verdict]));
};

/** Events that wait for the evidence in these hits: those of the same program, and pictures of the same address; in their order. */
export const findWaiting = async (
  tx: SystemTx,
  hits: readonly { readonly hit: Hit; readonly target: TrackedTarget }[],
): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select distinct e.id, e.campaign_id, e.recipient_id, e.kind, e.at, e.os, e.user_agent, host(e.address) as address,
      e.overruled_at is not null as overruled
    from unnest(${hits.map(({ target }) => target.id)}::bigint[], ${hits.map(({ hit }) => hit.userAgent)}::text[],
      ${hits.map(({ target }) => target.source)}::inet[]) as r (id, agent, address)
    cross join lateral (select * from tracking_events t where t.recipient_id = r.id and t.verdict = 'unconfirmed' and not t.human
      and (t.user_agent = r.agent or (t.kind = 'opened' and t.address = r.address)) order by t.id limit ${WAITING_MOST}) e
    order by e.id`.execute(tx);
  return rows;
};

/** Of these places, those whose clicks for at least `least` people wait for evidence, and for more than the people whose click counts. */
export const findGateways = async (tx: SystemTx, places: readonly Place[], least: number): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select p.campaign_id, host(p.address) as address
    from unnest(${places.map((one) => one.campaign_id)}::uuid[], ${places.map((one) => one.address)}::inet[]) as p (campaign_id, address)
    cross join lateral (select count(distinct e.recipient_id) as n from tracking_events e where e.campaign_id = p.campaign_id
      and e.address = p.address and e.verdict = 'unconfirmed' and not e.human and e.kind in ('clicked', 'opened_attachment')) waiting
    where waiting.n >= ${least} and waiting.n > (
      select coalesce(sum(t.emails), 0) from campaign_tallies t where t.campaign_id = p.campaign_id and t.clicked)`.execute(
    tx,
  );
  return rows;
};

/** The recipients and addresses of the last `most` events of each campaign. */
export const findLastEvents = async (
  tx: SystemTx,
  campaigns: readonly string[],
  most: number,
): Promise<(Place & { readonly recipient_id: number })[]> => {
  const { rows } = await sql<Place & { recipient_id: number }>`
    select c.id as campaign_id, e.recipient_id, host(e.address) as address
    from unnest(${campaigns}::uuid[]) as c (id)
    cross join lateral (select t.recipient_id, t.address from tracking_events t
      where t.campaign_id = c.id order by t.id desc limit ${most}) e`.execute(tx);
  return rows;
};
