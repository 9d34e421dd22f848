import { sql } from 'kysely';
import { DOMAIN_CHECK_DAYS } from '@sergak/contract/organizations/organizations.rules.ts';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** Condition on `organization_domains d`: verified by a DNS record, and due for another check. */
const due = () => sql<boolean>`d.verified_at is not null and d.domain !~ '\\.test$'
  and coalesce(d.checked_at, d.verified_at) <= case when d.failing_since is null
    then ${iso(after(now(), -DOMAIN_CHECK_DAYS * DAY))}::timestamptz else ${iso(after(now(), -DAY))}::timestamptz end`;

/** Organisations with a domain check due. Crosses tenants: the sweep serves the whole installation. */
export const organizationsWithDomains = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct d.organization_id as id from organization_domains d join organizations o on o.id = d.organization_id
    where ${due()} and o.removal_started_at is null`.execute(tx);
  return rows.map((row) => row.id);
};

export type DueDomain = { domain: string; proof: string; failing_since: string | null };

/** Domains of the organisation with a check due. */
export const dueDomains = async (tx: Tx): Promise<DueDomain[]> => {
  const { rows } = await sql<DueDomain>`
    select d.domain, d.proof, d.failing_since from organization_domains d where ${due()} order by d.domain`.execute(tx);
  return rows;
};

/** Locks a due row again; undefined if the domain was checked, removed or added again in the meantime. */
export const lockDueDomain = async (tx: Tx, { domain, proof }: DueDomain): Promise<DueDomain | undefined> => {
  const { rows } = await sql<DueDomain>`
    select d.domain, d.proof, d.failing_since from organization_domains d
    where d.domain = ${domain} and d.proof = ${proof} and ${due()} for update`.execute(tx);
  return rows[0];
};

/** Stores the result of a domain check. */
export const markChecked = (tx: Tx, domain: string, change: { failing_since: Date | null; verified_at?: null }) =>
  tx
    .updateTable('organization_domains')
    .set({ ...change, checked_at: now() })
    .where('domain', '=', domain)
    .execute();
