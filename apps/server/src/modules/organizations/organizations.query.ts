import { sql } from 'kysely';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

const columns = [
  'id',
  'parent_id',
  'title',
  'description',
  'language',
  'time_zone',
  'brand_color',
  'work_from',
  'work_to',
  'work_days',
  'holidays',
  'two_factor',
  'consent_required',
  'reveal_unknown_email',
  'sending_paused',
  'daily_cap',
  'version',
] as const;

/** The organisation of the transaction. */
export const findOrganization = (tx: Tx): Promise<Organization | undefined> =>
  tx.selectFrom('organizations').select(columns).executeTakeFirst();

/** Its licence, with the people who are there now. */
export const findLicence = async (tx: Tx, childrenLimit: number) => {
  const o = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'sending_paused', 'users_limit', 'licence_start', 'licence_end', 'time_zone'])
    .executeTakeFirstOrThrow();
  const { n } = await tx
    .selectFrom('employees')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    id: o.id,
    title: o.title,
    sending_paused: o.sending_paused,
    license: {
      users_count: n,
      users_limit: o.users_limit,
      children_limit: childrenLimit,
      start_date: o.licence_start,
      end_date: o.licence_end,
      expired: o.licence_end < dayIn(now(), o.time_zone),
    },
  };
};

/** Child organisations of the acting one, of a `subtree` transaction. */
export const listChildren = async (tx: Tx, parentId: string) => {
  const rows = await tx
    .selectFrom('organizations as o')
    .select((eb) => [
      'o.id',
      'o.title',
      'o.users_limit',
      eb
        .selectFrom('employees as e')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('e.organization_id', '=', 'o.id')
        .where('e.deleted_at', 'is', null)
        .as('users_count'),
    ])
    .where('o.parent_id', '=', parentId)
    .orderBy('o.title')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    license: { users_count: row.users_count ?? 0, users_limit: row.users_limit },
  }));
};

/** Limits given to the child organisations together. Crosses tenants: an organisation does not see its children by itself. */
export const sumOfChildLimits = async (tx: SystemTx, parentId: string): Promise<number> => {
  const row = await tx
    .selectFrom('organizations')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('users_limit'), sql<number>`0`).as('sum'))
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  return row.sum;
};

/** Mail domains with the number of people at each. */
export const listDomains = async (tx: Tx) => {
  const { rows } = await sql<{ domain: string; proof: string; confirmed_at: string | null; people: number }>`
    select d.domain, d.proof, d.confirmed_at, coalesce(p.people, 0)::int as people
    from organization_domains d
    left join (
      select split_part(email_key, '@', 2) as domain, count(*) as people from employees where deleted_at is null group by 1
    ) p using (domain)
    order by d.domain`.execute(tx);
  return rows;
};
