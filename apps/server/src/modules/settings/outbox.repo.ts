import { now } from '../../platform/clock.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';

export const findEmail = (tx: Tx, id: string) =>
  tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Whether the organisation has stopped its simulations, and whether the organisation or an ancestor, whose administrators may
 * act in it, has verified this domain. Crosses tenants: an organisation does not see the domains of its ancestors.
 */
export const findSimulationState = async (tx: SystemTx, organizationId: string, domain: string) => {
  const { rows } = await sql<{ paused: boolean; verified: boolean }>`
    select o.sending_paused as paused, exists (select from organization_domains d
      where d.organization_id = any(o.path) and d.domain = ${domain} and d.confirmed_at is not null) as verified
    from organizations o where o.id = ${organizationId}`.execute(tx);
  return rows[0]!;
};

export const markSent = (tx: Tx, id: string, reply: string) =>
  tx
    .updateTable('outbox')
    // The text is deleted once the email is sent: it may contain a link or a code that opens an account. So is the server.
    .set((eb) => ({
      state: 'sent' as const,
      reply,
      sent_at: now(),
      attempts: eb('attempts', '+', 1),
      html: '',
      text: '',
      message: null,
      server_sealed: null,
    }))
    .where('id', '=', id)
    .execute();

export const markTried = (tx: Tx, id: string, reply: string, final: boolean) =>
  tx
    .updateTable('outbox')
    .set((eb) => ({
      state: final ? ('failed' as const) : ('queued' as const),
      reply,
      attempts: eb('attempts', '+', 1),
      ...(final ? { html: '', text: '', message: null, server_sealed: null } : {}),
    }))
    .where('id', '=', id)
    .execute();
