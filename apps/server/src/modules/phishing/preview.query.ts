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

/** An email of a campaign as copied at its start. */
export const findPreviewEmail = (tx: Tx, campaignId: string, emailId: string) =>
  tx
    .selectFrom('campaign_emails')
    .select(['subject', 'sender_name', 'sender_address', 'html', 'page_html', 'language', 'tips'])
    .where('campaign_id', '=', campaignId)
    .where('email_id', '=', emailId)
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
