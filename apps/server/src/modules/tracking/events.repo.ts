import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { Result } from './facts.query.ts';
import type { NewEvent } from './batch.rules.ts';

/** Stores events; one that is stored already stays as it is. */
export const insertEvents = (tx: SystemTx, events: readonly NewEvent[]) => {
  const column = <K extends keyof NewEvent>(name: K) => events.map((event) => event[name]);
  return sql`
    insert into tracking_events (organization_id, campaign_id, recipient_id, hit, kind, at, address, user_agent, os, browser, human,
      verdict, fields)
    select e.organization_id, e.campaign_id, e.recipient_id, e.hit, e.kind, e.at, e.address, e.user_agent, e.os, e.browser, e.human,
      e.verdict, string_to_array(e.fields, ',')
    from unnest(${column('organization_id')}::uuid[], ${column('campaign_id')}::uuid[], ${column('recipient_id')}::bigint[],
      ${column('hit')}::uuid[], ${column('kind')}::text[], ${column('at')}::timestamptz[], ${column('address')}::inet[],
      ${column('user_agent')}::text[], ${column('os')}::text[], ${column('browser')}::text[], ${column('human')}::bool[],
      ${column('verdict')}::text[], ${events.map((event) => event.fields.join(','))}::text[])
      as e (organization_id, campaign_id, recipient_id, hit, kind, at, address, user_agent, os, browser, human, verdict, fields)
    on conflict (organization_id, recipient_id, hit) do nothing`.execute(tx);
};

/** Events that waited for evidence of a person now count. */
export const confirmEvents = (tx: SystemTx, events: readonly { readonly campaign_id: string; readonly id: number }[]) =>
  sql`
    update tracking_events e set human = true, verdict = 'confirmed'
    from unnest(${events.map((one) => one.campaign_id)}::uuid[], ${events.map((one) => one.id)}::bigint[]) as c (campaign_id, id)
    where e.campaign_id = c.campaign_id and e.id = c.id`.execute(tx);

/** Stores results of recipients whose rows are locked. */
export const storeResults = (tx: SystemTx | Tx, results: readonly (Result & { readonly id: number })[]) => {
  const column = (name: keyof Result | 'id') => results.map((result) => result[name]);
  return sql`
    update campaign_recipients r set result = n.result, os = n.os, opened_at = n.opened_at, clicked_at = n.clicked_at,
      attachment_opened_at = n.attachment_opened_at, entered_at = n.entered_at
    from unnest(${column('id')}::bigint[], ${column('result')}::smallint[], ${column('os')}::text[], ${column('opened_at')}::timestamptz[],
      ${column('clicked_at')}::timestamptz[], ${column('attachment_opened_at')}::timestamptz[], ${column('entered_at')}::timestamptz[])
      as n (id, result, os, opened_at, clicked_at, attachment_opened_at, entered_at)
    where r.id = n.id`.execute(tx);
};
