import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';

/** Organisations with entries to seal. Crosses tenants: the sweep serves the whole installation. */
export const organizationsToSeal = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o where exists (select from audit_pending p where p.organization_id = o.id)`.execute(
    tx,
  );
  return rows.map((row) => row.id);
};

/** Seals up to `most` pending entries of an organisation; returns their number. */
export const seal = async (tx: SystemTx, organizationId: string, most: number): Promise<number> =>
  (await sql<{ n: number }>`select seal_audit(${organizationId}::uuid, ${most}) as n`.execute(tx)).rows[0]!.n;

/** Organisations whose first entries are older than three years. */
export const organizationsToPrune = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.organization_id as id from audit_chains c
    join audit_seals s on s.organization_id = c.organization_id and s.number = c.checkpoint_number + 1
    join audit_log l on l.organization_id = s.organization_id and l.id = s.log_id
    where l.created_at < now() - interval '3 years'`.execute(tx);
  return rows.map((row) => row.id);
};

/** Deletes up to `most` entries older than three years from the beginning of a chain. */
export const prune = async (tx: SystemTx, organizationId: string, most: number): Promise<number> => {
  await sql`select set_config('app.org', ${organizationId}, true)`.execute(tx);
  return (await sql<{ n: number }>`select prune_audit(${most}) as n`.execute(tx)).rows[0]!.n;
};
