import { z } from 'zod';
import { administratorRoles, roles } from '../access/roles.ts';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam } from '../paging.ts';
import { departmentRef } from '../employees/employees.schema.ts';

const allow = 'admin.settings.adfs';

export const administrator = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  position: z.string(),
  role: z.enum(administratorRoles),
  is_registered: z.boolean(),
  department: departmentRef,
  /** When this person was last active; null: never, or long ago. */
  seen_at: z.string().nullable(),
  /** The only super user of a root organisation, who cannot lose the role until there is another super user. */
  is_last: z.boolean(),
});
export type Administrator = z.output<typeof administrator>;

export const rolesEndpoints = defineEndpoints({
  'roles.list': {
    method: 'GET', path: '/settings/superusers', permission: allow, tenant: { param: 'organization_id' },
    about: 'Administrators of an organisation: its super users and system administrators.',
    query: z.strictObject({ organization_id: id.optional() }),
    response: z.object({ data: z.array(administrator), organization: z.object({ id: z.uuid(), title: z.string() }) }),
    errors: ['organization.not_found'],
  },
  'roles.set': {
    method: 'PUT', path: '/settings/superusers/:id', permission: allow, least: 'system_admin',
    about: 'Changes the role of a person. A caller cannot assign a role above the caller’s own and cannot change the own role.',
    params: idParam,
    body: z.strictObject({ role: z.enum(roles).exclude(['pdf_service']) }),
    response: z.object({ id: z.uuid(), role: z.enum(roles) }),
    errors: ['employee.not_found', 'employee.role_forbidden', 'employee.change_forbidden', 'employee.own_role', 'employee.last_super_user', 'session.forbidden'],
    audit: { action: 'employee.role_changed' }, touches: ['roles', 'employees'],
  },
});
