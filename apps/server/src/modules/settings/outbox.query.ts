import { sql } from 'kysely';
import { isAnonymous } from '../directory/public.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** Transactional emails that could not be delivered, newest first; in an anonymous organisation without those that tell a result. */
export const listFailures = async (tx: Tx) => {
  const anonymous = await isAnonymous(tx);
  return tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'reply', 'created_at'])
    .where('state', '=', 'failed')
    .$if(anonymous, (q) => q.where('tells_result', '=', false))
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
};

export const findOutboxEmail = (tx: Tx, id: string) =>
  tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Whether the organisation has stopped its simulations, and whether the organisation or an ancestor, whose administrators may
 * act in it, has verified this domain. Crosses tenants: an organisation does not see the domains of its ancestors.
 */
export const findSimulationState = async (tx: SystemTx, organizationId: string, domain: string) => {
  const { rows } = await sql<{ paused: boolean; verified: boolean }>`
    select o.sending_paused as paused, exists (select from organization_domains d
      where d.organization_id = any(o.path) and d.domain = ${domain} and d.verified_at is not null) as verified
    from organizations o where o.id = ${organizationId}`.execute(tx);
  return rows[0]!;
};
