import { sql } from 'kysely';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The person whose data fills a preview, with the names of department and organisation. */
export const findPreviewPerson = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .select([
      'e.id',
      'e.email as address',
      'e.last_name',
      'e.first_name',
      'e.middle_name',
      'e.position',
      'd.title as department',
    ])
    .where('e.id', '=', employeeId)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();

export const findPreviewOrganization = (tx: Tx) =>
  tx.selectFrom('organizations').select(['title', 'language', 'time_zone']).executeTakeFirstOrThrow();

/** An email of a campaign as copied at its start; for a person, the translation that the person will get. */
export const findPreviewEmail = (tx: Tx, campaignId: string, emailId: string, employeeId: string | null) =>
  tx
    .selectFrom('campaign_emails as m')
    .leftJoin('employees as p', (join) => join.on('p.id', '=', employeeId))
    .leftJoin('campaign_email_translations as x', (join) =>
      join
        .onRef('x.campaign_id', '=', 'm.campaign_id')
        .onRef('x.email_id', '=', 'm.email_id')
        .onRef('x.language', '=', 'p.language'),
    )
    .select((eb) => [
      eb.fn.coalesce('x.subject', 'm.subject').as('subject'),
      eb.fn.coalesce('x.sender_name', 'm.sender_name').as('sender_name'),
      'm.sender_address',
      eb.fn.coalesce('x.html', 'm.html').as('html'),
      eb.fn.coalesce('x.language', 'm.language').as('language'),
    ])
    .where('m.campaign_id', '=', campaignId)
    .where('m.email_id', '=', emailId)
    .executeTakeFirst();

/**
 * The role of the person who made a preview; undefined if the person was removed or no longer has access to the
 * organisation.
 */
export const findMaker = async (
  tx: SystemTx,
  employeeId: string,
  organizationId: string,
): Promise<Role | undefined> => {
  const { rows } = await sql<{ role: Role }>`
    select e.role from employees e
    join organizations o on o.id = ${organizationId} and o.path @> array[e.organization_id] and o.removal_started_at is null
    where e.id = ${employeeId} and e.deleted_at is null`.execute(tx);
  return rows[0]?.role;
};
