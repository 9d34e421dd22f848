import { sql } from 'kysely';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { daysBetween, DOMAIN_GRACE_DAYS } from '@sergak/contract/organizations/organizations.rules.ts';
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
  'minute_cap',
  'person_weekly_cap',
  'person_gap_hours',
  'approval_above',
  'approval_is_default',
  'own_networks',
  'version',
] as const;

const logoAddress = (fileId: string | null) => fileId && `/lk/logos/${fileId}`;

/** The organisation of the transaction. */
export const findOrganization = async (tx: Tx): Promise<Organization | undefined> => {
  const row = await tx
    .selectFrom('organizations')
    .select([...columns, 'logo_light_file_id', 'logo_dark_file_id'])
    .where('removal_started_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { logo_light_file_id, logo_dark_file_id, ...organization } = row;
  return { ...organization, logo: { light: logoAddress(logo_light_file_id), dark: logoAddress(logo_dark_file_id) } };
};

/** Licence of the transaction's organisation, with its present number of people. */
export const findLicence = async (tx: Tx, childrenLimit: number) => {
  const o = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'sending_paused', 'set_up_due', 'users_limit', 'licence_start', 'licence_end', 'time_zone'])
    .executeTakeFirstOrThrow();
  const { n } = await tx
    .selectFrom('employees')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const today = dayIn(now(), o.time_zone);
  return {
    id: o.id,
    title: o.title,
    sending_paused: o.sending_paused,
    set_up_due: o.set_up_due,
    license: {
      users_count: n,
      users_limit: o.users_limit,
      children_limit: childrenLimit,
      start_date: o.licence_start,
      end_date: o.licence_end,
      expired: o.licence_end < today,
      days_left: daysBetween(today, o.licence_end),
    },
  };
};

/** Children of an organisation, without those under removal. Needs a `subtree` transaction. */
export const listChildren = async (tx: Tx, parentId: string, only?: string) => {
  const rows = await tx
    .selectFrom('organizations as o')
    .select((eb) => [
      'o.id',
      'o.title',
      'o.users_limit',
      'o.licence_start',
      'o.licence_end',
      'o.time_zone',
      eb
        .selectFrom('employees as e')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('e.organization_id', '=', 'o.id')
        .where('e.deleted_at', 'is', null)
        .as('users_count'),
    ])
    .where('o.parent_id', '=', parentId)
    .where('o.removal_started_at', 'is', null)
    .$if(only !== undefined, (q) => q.where('o.id', '=', only!))
    .orderBy('o.title')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    license: {
      users_count: row.users_count ?? 0,
      users_limit: row.users_limit,
      start_date: row.licence_start,
      end_date: row.licence_end,
      expired: row.licence_end < dayIn(now(), row.time_zone),
    },
  }));
};

export type ChildLimits = { limit: number; count: number; first: string | null; last: string | null };

/**
 * What each organisation gave to its children: the sum of their limits, their number and the dates that their licences span.
 * A child under removal holds its places until it is deleted, as in `lock_licence()`. Organisations without children are
 * omitted. Crosses tenants: a transaction of an organisation does not see its children.
 */
export const listChildLimits = async (
  tx: SystemTx,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, ChildLimits>> => {
  const { rows } = await sql<ChildLimits & { parent_id: string }>`
    select parent_id, sum(users_limit)::int as limit, count(*) filter (where removal_started_at is null)::int as count,
      min(licence_start) as first, max(licence_end) as last
    from organizations where parent_id = any(${parentIds}::uuid[]) group by parent_id`.execute(tx);
  return new Map(rows.map(({ parent_id, ...given }) => [parent_id, given]));
};

export const noChildLimits: ChildLimits = { limit: 0, count: 0, first: null, last: null };

/** {@link listChildLimits} for one organisation. */
export const findChildLimits = async (tx: SystemTx, parentId: string): Promise<ChildLimits> =>
  (await listChildLimits(tx, [parentId])).get(parentId) ?? noChildLimits;

/** Licences of the organisations without a parent. Crosses tenants: the command line serves the whole installation. */
export const selectRootLicences = async (tx: SystemTx) => {
  const { rows } = await sql<{ id: string; title: string; users_limit: number; taken: number; licence_end: string }>`
    select o.id, o.title, o.users_limit, o.licence_end,
      (select count(*)::int from employees e where e.organization_id = o.id and e.deleted_at is null)
        + coalesce((select sum(c.users_limit)::int from organizations c where c.parent_id = o.id), 0) as taken
    from organizations o where o.parent_id is null and o.removal_started_at is null order by o.title`.execute(tx);
  return rows;
};

/** Title of the parent of the organisation with this id or title, or null. Crosses tenants for the command line. */
export const findParentTitle = async (tx: SystemTx, named: string): Promise<string | null> => {
  const { rows } = await sql<{ title: string }>`
    select p.title from organizations o join organizations p on p.id = o.parent_id
    where o.id::text = ${named} or lower(o.title) = ${named} limit 1`.execute(tx);
  return rows[0]?.title ?? null;
};

export type UnfinishedWork = { id: string; parent_id: string | null; language: Language; removing: boolean };

/**
 * Organisations whose creation, or whose removal from below a parent, has not finished. Crosses tenants: the sweep serves the
 * whole installation.
 */
export const listUnfinished = async (tx: SystemTx): Promise<UnfinishedWork[]> => {
  const { rows } = await sql<UnfinishedWork>`
    select id, parent_id, language, removal_started_at is not null as removing from organizations
    where starter_due or (removal_started_at is not null and parent_id is not null)`.execute(tx);
  return rows;
};

export const hasDemoOrganization = async (tx: SystemTx): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('id').where('is_demo', '=', true).limit(1).executeTakeFirst()) !==
  undefined;

export const hasOrganizations = async (tx: SystemTx): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The organisation whose logo this file is. Crosses tenants: the sign-in page shows a logo before the person is known. */
export const findLogo = (tx: SystemTx, fileId: string) =>
  tx
    .selectFrom('files as f')
    .innerJoin('organizations as o', 'o.id', 'f.organization_id')
    .select(['f.storage_key', 'f.content_type', 'f.size', 'f.name'])
    .where('f.id', '=', fileId)
    .where((eb) => eb.or([eb('o.logo_light_file_id', '=', fileId), eb('o.logo_dark_file_id', '=', fileId)]))
    .where('o.removal_started_at', 'is', null)
    .executeTakeFirst();

/** Mail domains with the number of people at each. */
export const listDomains = async (tx: Tx) => {
  const { rows } = await sql<{
    domain: string;
    proof: string;
    verified_at: string | null;
    lost_at: string | null;
    people: number;
  }>`
    select d.domain, d.proof, d.verified_at,
      case when d.verified_at is not null then d.failing_since + ${`${DOMAIN_GRACE_DAYS} days`}::interval end as lost_at, coalesce(p.people, 0)::int as people
    from organization_domains d
    left join (
      select split_part(email_key, '@', 2) as domain, count(*) as people from employees where deleted_at is null group by 1
    ) p using (domain)
    order by d.domain`.execute(tx);
  return rows;
};

/** Addresses of people, each with the language to write to them in. */
export const findAddressees = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('employees as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .select(['e.id', 'e.email'])
    .select((eb) => eb.fn.coalesce('e.language', 'o.language').as('language'))
    .where('e.id', 'in', [...ids])
    .where('e.deleted_at', 'is', null)
    .execute();

/** Titles of organisations, for the operator of the installation. */
export const listTitles = async (tx: SystemTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('organizations')
    .select('title')
    .where('id', 'in', [...ids])
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
};
