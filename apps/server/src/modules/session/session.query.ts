import { permissionsOf, rolesWith, type Role } from '@sergak/contract/access/roles.ts';
import type { Language, Me } from '@sergak/contract/session/session.schema.ts';
import type { Database, SystemTx, Tx } from '../../platform/db.ts';
import { inSystem, PLAN_KEPT } from '../../platform/db.ts';
import { after, iso, now } from '../../platform/clock.ts';
import type { Platform, SessionState } from '../../platform/context.ts';
import { digest } from '../../platform/secrets.ts';
import { sql } from 'kysely';
import { IDLE_MS, SEEN_MS } from './lifetime.ts';
import { API_TOKEN_PREFIX, findByToken } from './api-tokens.repo.ts';
import { currentVersion } from './consent.repo.ts';
import { needsConsent } from './session-step.ts';
import { touchSession } from './session.repo.ts';

/** The session of a token with everything the executor needs, or null. Crosses tenants: the person is not known yet. */
export const authenticate = async (platform: Platform, token: string, isUse = true): Promise<SessionState | null> => {
  if (token.length < 20 || token.length > 200) return null;
  if (token.startsWith(API_TOKEN_PREFIX)) return statisticsSession(platform, token);
  const hash = digest(token);
  const row = await findSession(platform.db.system, hash);
  if (!row) return null;
  if (isUse && after(new Date(row.seen_at), SEEN_MS) < now()) await touchSession(platform.db.system, hash);
  // A person who lost the permission, or acted in an organisation under removal, returns to the home organisation.
  const acting = row.acting_id ?? row.organization_id;
  return {
    tokenHash: hash,
    step: row.two_factor_due ? 'two_factor' : row.enrolment_due ? 'enrolment' : needsConsent(row) ? 'consent' : 'ready',
    viewer: {
      id: row.employee_id,
      name: row.full_name,
      role: row.role,
      permissions: permissionsOf(row.role),
      homeOrganizationId: row.organization_id,
      scope: { organizationId: acting, readable: row.subtree ?? [acting] },
      language: row.employee_language ?? row.language,
      timeZone: row.acting_time_zone ?? row.time_zone,
    },
  };
};

/** The session of a machine that reads statistics and reports: role pdf_service, only in its own organisation. */
const statisticsSession = (platform: Platform, token: string): Promise<SessionState | null> =>
  inSystem(platform.db, async (tx) => {
    const found = await findByToken(tx, token, 'statistics');
    if (!found) return null;
    return {
      tokenHash: found.token_hash,
      step: 'ready',
      viewer: {
        id: found.id,
        name: found.title,
        role: 'pdf_service',
        permissions: permissionsOf('pdf_service'),
        homeOrganizationId: found.organization_id,
        scope: { organizationId: found.organization_id, readable: [found.organization_id] },
        language: found.language,
        timeZone: found.time_zone,
      },
    };
  });

type SessionRow = {
  employee_id: string;
  organization_id: string;
  acting_id: string | null;
  acting_time_zone: string | null;
  two_factor_due: boolean;
  enrolment_due: boolean;
  seen_at: string;
  role: Role;
  full_name: string;
  consented_at: string | null;
  consented_version: number;
  employee_language: Language | null;
  language: Language;
  time_zone: string;
  consent_required: boolean;
  consent_version: number;
  subtree: string[] | null;
};

/** Roles that may act in the descendants of their organisation. */
const ROLES_OF_SUBTREE = rolesWith('admin.organization');

/**
 * One statement without a transaction, because every request reads its session first. What most people do not need is read for
 * those who do: the subtree and the organisation that is acted in by role, the version of the consent where one is required.
 */
const findSession = async (db: Database['system'], hash: Buffer): Promise<SessionRow | undefined> => {
  const { rows } = await sql<SessionRow>`${PLAN_KEPT}
    select s.employee_id, s.organization_id, a.id as acting_id, a.time_zone as acting_time_zone, s.two_factor_due, s.enrolment_due,
      s.seen_at, e.role, e.full_name, e.consented_at, e.consented_version, e.language as employee_language, o.language, o.time_zone,
      o.consent_required,
      case when o.consent_required then ${currentVersion(sql.ref('s.organization_id'))} else 0 end as consent_version,
      case when e.role = any(${ROLES_OF_SUBTREE}::text[]) then array(select d.id from organizations d
        where d.path @> array[coalesce(a.id, o.id)] and d.removal_started_at is null) end as subtree
    from sessions s join employees e on e.id = s.employee_id join organizations o on o.id = s.organization_id
      left join organizations a on a.id = s.acting_organization_id and a.id <> s.organization_id and a.removal_started_at is null
        and e.role = any(${ROLES_OF_SUBTREE}::text[])
    where s.token_hash = ${hash} and o.removal_started_at is null and s.expires_at > ${iso(now())}::timestamptz
      and s.seen_at > ${iso(after(now(), -IDLE_MS))}::timestamptz and e.deleted_at is null`.execute(db);
  return rows[0];
};

const logoAddress = (fileId: string | null) => fileId && `/lk/logos/${fileId}`;

/** The data of an organisation that the frame of all screens shows. */
const findOrganization = async (tx: SystemTx | Tx, id: string) => {
  const row = await tx
    .selectFrom('organizations as o')
    .leftJoin('retention_settings as r', 'r.organization_id', 'o.id')
    .select([
      'o.id',
      'o.title',
      'o.language',
      'o.time_zone',
      'o.brand_color',
      'o.logo_light_file_id',
      'o.logo_dark_file_id',
      'r.anonymous',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { logo_light_file_id, logo_dark_file_id, anonymous, ...organization } = row;
  return {
    ...organization,
    anonymous: anonymous ?? false,
    logo: { light: logoAddress(logo_light_file_id), dark: logoAddress(logo_dark_file_id) },
  };
};

/** A person with their permissions, for the web. A transaction of one organisation finds only its own people. */
export const findMe = async (
  tx: SystemTx | Tx,
  employeeId: string,
  actingOrganizationId: string,
): Promise<Me | undefined> => {
  const row = await tx
    .selectFrom('employees as e')
    .leftJoin('departments as d', 'd.id', 'e.department_id')
    .leftJoin('authenticator_policies as p', (join) =>
      join.onRef('p.organization_id', '=', 'e.organization_id').on(sql<boolean>`e.role = any(p.roles)`)
        .on(sql<boolean>`not exists (select from authenticators a where a.organization_id = e.organization_id
          and a.employee_id = e.id and a.confirmed_at is not null)`),
    )
    .select([
      'e.id',
      'e.organization_id',
      'e.role',
      'e.email',
      'e.first_name',
      'e.last_name',
      'e.middle_name',
      'e.position',
      'e.language',
      'e.avatar_file_id',
      'e.seen_release',
      'p.due_on as authenticator_due',
      'd.id as department_id',
      'd.title as department_title',
    ])
    .where('e.id', '=', employeeId)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const organization = await findOrganization(tx, row.organization_id);
  const acting =
    actingOrganizationId === row.organization_id ? organization : await findOrganization(tx, actingOrganizationId);
  if (!organization || !acting) return undefined;
  const { organization_id: _, avatar_file_id, department_id, department_title, ...person } = row;
  return {
    ...person,
    avatar_url: avatar_file_id && `/lk/files/${avatar_file_id}`,
    department: department_id ? { id: department_id, title: department_title! } : null,
    organization,
    acting_organization: acting,
    permissions: [...permissionsOf(row.role)],
  };
};

const openSessionsOf = (tx: Tx | SystemTx, employeeId: string) =>
  tx
    .selectFrom('sessions')
    .where('employee_id', '=', employeeId)
    .where('expires_at', '>', iso(now()))
    .where('seen_at', '>', iso(after(now(), -IDLE_MS)));

/** The open sessions of a person, most recently used first. */
export const listSessionsOf = (tx: SystemTx, employeeId: string) =>
  openSessionsOf(tx, employeeId)
    .select(['id', 'token_hash', 'user_agent', 'address', 'created_at', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute();

/** Number of open sessions of a person. */
export const countSessionsOf = async (tx: Tx, employeeId: string): Promise<number> =>
  (
    await openSessionsOf(tx, employeeId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Root organisations, oldest first. */
export const listRoots = (tx: SystemTx) =>
  tx
    .selectFrom('organizations')
    .select([
      'id',
      'title',
      'description',
      'language',
      'brand_color',
      'is_demo',
      'logo_light_file_id',
      'logo_dark_file_id',
    ])
    .where('parent_id', 'is', null)
    .orderBy('created_at')
    .execute();

/** Percentage of the demo that is being made; null if nobody makes it. An old value belongs to a maker that was killed. */
export const findDemoProgress = async (tx: SystemTx): Promise<number | null> => {
  const row = await tx
    .selectFrom('first_start')
    .select('demo_progress')
    .where('demo_progress_at', '>', sql<string>`now() - interval '1 minute'`)
    .executeTakeFirst();
  return row?.demo_progress ?? null;
};

/**
 * Organisations in which people of `homeId` may act: their own and its descendants, parents first. Crosses tenants: a
 * transaction of an organisation does not see the rows of its descendants.
 */
export const listBelow = (tx: SystemTx, homeId: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'parent_id', 'title'])
    .where(sql<boolean>`path @> array[${homeId}::uuid]`)
    .where('removal_started_at', 'is', null)
    .orderBy(sql`array_length(path, 1)`)
    .orderBy('title')
    .execute();
