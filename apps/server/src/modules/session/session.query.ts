import { permissionsOf } from '@sergak/contract/access/roles.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { inSystem } from '../../platform/db.ts';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import type { Platform, SessionState } from '../../platform/context.ts';
import { digest } from '../../platform/secrets.ts';
import { sql } from 'kysely';
import { IDLE_MS } from './lifetime.ts';
import { API_TOKEN_PREFIX, findByToken } from './api-tokens.repo.ts';
import { currentVersion } from './consent.repo.ts';
import { owesConsent } from './session-step.ts';
import { touchSession } from './session.repo.ts';

/** The session of a token, with everything the executor needs to know of the person, or null. Crosses tenants: nobody is known yet. */
export const authenticate = async (platform: Platform, token: string): Promise<SessionState | null> => {
  if (token.length < 20 || token.length > 200) return null;
  if (token.startsWith(API_TOKEN_PREFIX)) return statisticsSession(platform, token);
  const hash = digest(token);
  return inSystem(platform.db, async (tx) => {
    const row = await findSession(tx, hash);
    if (!row) return null;
    const seen = new Date(row.seen_at);
    if (after(seen, MINUTE) < now()) await touchSession(tx, hash);
    const permissions = permissionsOf(row.role);
    return {
      tokenHash: hash,
      step: row.two_factor_due ? 'two_factor' : owesConsent(row) ? 'consent' : 'ready',
      viewer: {
        id: row.employee_id,
        name: row.full_name,
        role: row.role,
        permissions,
        homeOrganizationId: row.organization_id,
        scope: {
          organizationId: row.acting_organization_id,
          readable: permissions.has('admin.organization') ? row.subtree : [row.acting_organization_id],
        },
        language: row.employee_language ?? row.language,
        timeZone: row.time_zone,
      },
    };
  });
};

/** The session of a machine that reads statistics and reports: role pdf_service, its own organisation only. */
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

const findSession = (tx: SystemTx, hash: Buffer) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('employees as e', 'e.id', 's.employee_id')
    .innerJoin('organizations as o', 'o.id', 's.acting_organization_id')
    .innerJoin('organizations as home', 'home.id', 's.organization_id')
    .select([
      's.employee_id',
      's.organization_id',
      's.acting_organization_id',
      's.two_factor_due',
      's.seen_at',
      'e.role',
      'e.full_name',
      'e.consented_at',
      'e.language as employee_language',
      'o.language',
      'o.time_zone',
      'home.consent_required',
      'e.consented_version',
    ])
    .select(currentVersion(sql.ref('s.organization_id')).as('consent_version'))
    .select(sql<string[]>`array(select d.id from organizations d where d.path @> array[o.id])`.as('subtree'))
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', iso(now()))
    .where('s.seen_at', '>', iso(after(now(), -IDLE_MS)))
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();

/** The person as the web shows them, with what they may do. Works for the caller's own organisation only. */
export const findMe = async (
  tx: SystemTx | Tx,
  employeeId: string,
  actingOrganizationId: string,
): Promise<Me | undefined> => {
  const row = await tx
    .selectFrom('employees as e')
    .leftJoin('departments as d', 'd.id', 'e.department_id')
    .select([
      'e.id',
      'e.role',
      'e.email',
      'e.first_name',
      'e.last_name',
      'e.middle_name',
      'e.position',
      'e.language',
      'e.avatar_file_id',
      'd.id as department_id',
      'd.title as department_title',
    ])
    .where('e.id', '=', employeeId)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'language', 'time_zone'])
    .where('id', '=', actingOrganizationId)
    .executeTakeFirst();
  if (!row || !organization) return undefined;
  const { avatar_file_id, department_id, department_title, ...person } = row;
  return {
    ...person,
    avatar_url: avatar_file_id && `/lk/files/${avatar_file_id}`,
    department: department_id ? { id: department_id, title: department_title! } : null,
    organization,
    permissions: [...permissionsOf(row.role)],
  };
};

/** The open sessions of a person, the latest used first. */
export const listSessionsOf = (tx: SystemTx, employeeId: string) =>
  tx
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'seen_at'])
    .where('employee_id', '=', employeeId)
    .where('expires_at', '>', iso(now()))
    .where('seen_at', '>', iso(after(now(), -IDLE_MS)))
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute();

/** Organisations at the top of their trees, oldest first. */
export const listRoots = (tx: SystemTx) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'title', 'description', 'language', 'brand_color', 'is_demo'])
    .where('parent_id', 'is', null)
    .orderBy('created_at')
    .execute();
