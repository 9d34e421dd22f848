import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import type { TrackedTarget } from './facts.query.ts';
import type { Hit } from './tracking.types.ts';

/**
 * Returns the recipient of each hit in the order of the hits, undefined for an unknown key, and locks them in the order of their
 * ids: what is read afterwards stays true until the commit, also against another process.
 */
export const lockTargets = async (tx: SystemTx, hits: readonly Hit[]): Promise<(TrackedTarget | undefined)[]> => {
  const { rows } = await sql<TrackedTarget & { place: number }>`
    select h.place::int as place, r.id, r.organization_id, r.campaign_id, r.email_id, r.employee_id, r.address, r.last_name, r.first_name,
      r.middle_name, r.position, r.department, r.language, r.result, r.os, r.sent_at,
      r.state = 'unknown' as is_unknown, host(h.address) as source, r.opened_at, r.clicked_at,
      r.attachment_opened_at, r.entered_at, c.is_testing, coalesce(c.completed_at, c.end_at) as ended_at,
      coalesce(h.address <<= any(o.own_networks), false) as own_network
    from unnest(${hits.map((hit) => hit.key)}::text[], ${hits.map((hit) => hit.address)}::inet[])
      with ordinality as h (key, address, place)
    join campaign_recipients r on r.tracking_key = h.key
    join campaigns c on c.id = r.campaign_id join organizations o on o.id = r.organization_id
    order by r.id for no key update of r`.execute(tx);
  const found = new Map(rows.map((row) => [row.place, row]));
  return hits.map((_, at) => found.get(at + 1));
};
