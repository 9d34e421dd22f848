import { mayGrant, administratorRoles, isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import type { rolesEndpoints } from '@sergak/contract/roles/roles.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handleRoleChange, lockEmployee, lockRoles, updateEmployee } from '../employees/public.ts';

import * as query from './roles.query.ts';

/** An organisation and its administrators. */
export const listAdministrators = async (ctx: Ctx) => ({
  data: await query.selectAdministrators(ctx.tx),
  organization: await query.findRolesOrganization(ctx.tx),
});

const isAdministrative = (role: Role) => (administratorRoles as readonly Role[]).includes(role);

/**
 * Gives or takes away an administrative role. Changes run one after the other, and a caller who lost their own role to an earlier
 * change is rejected: of two super users who remove each other at the same time, one stays. The database protects the last super
 * user (`functions/employees.sql`), because deletion, import and sync must keep that rule too.
 */
export const setRole = async (ctx: Ctx, input: Input<(typeof rolesEndpoints)['roles.set']>) => {
  const { viewer, tx } = ctx;
  if (input.id === viewer.id) throw new AppError('employee.own_role');
  await lockRoles(tx);
  const person = await lockEmployee(tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!isAdministrative(person.role) && !isAdministrative(input.role))
    throw new AppError('employee.role_forbidden', { role: input.role });
  const held =
    viewer.homeOrganizationId === viewer.scope.organizationId ? await query.roleOf(tx, viewer.id) : viewer.role;
  if (!held || !isAtLeast(held, 'system_admin')) throw new AppError('session.forbidden');
  if (!mayGrant(held, person.role)) throw new AppError('employee.change_forbidden', { role: person.role });
  if (!mayGrant(held, input.role)) throw new AppError('employee.role_forbidden', { role: input.role });
  if (person.role !== input.role) {
    await updateEmployee(tx, person.id, { role: input.role }, viewer.id);
    await handleRoleChange(ctx, [person.id]);
  }
  return new Logged(
    { id: person.id, role: input.role },
    {
      kind: 'employee',
      id: person.id,
      changes: { role: [person.role, input.role] },
    },
  );
};
