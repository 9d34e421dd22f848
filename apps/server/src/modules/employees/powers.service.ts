import { mayGrant, powerRoles, isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import type { powersEndpoints } from '@sergak/contract/employees/powers.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { followRoles } from './access.service.ts';
import { lockEmployee, lockPowers, updateEmployee } from './employees.repo.ts';
import * as query from './powers.query.ts';

/** Who administers an organisation, and which one that is. */
export const listPowers = async (ctx: Ctx) => ({
  data: await query.listPowerHolders(ctx.tx),
  organization: await query.organizationOf(ctx.tx),
});

const isPower = (role: Role) => (powerRoles as readonly Role[]).includes(role);

/**
 * Gives or takes away the power over an organisation. Changes of power come one after the other, and whoever has lost
 * the own power to an earlier one is refused: of two super users who remove each other at once, one stays. That the last
 * super user stays is the database's rule (migration `powers`), because deletion, import and sync must keep it too.
 */
export const setPower = async (ctx: Ctx, input: Input<(typeof powersEndpoints)['powers.set']>) => {
  const { viewer, tx } = ctx;
  if (input.id === viewer.id) throw new AppError('employee.own_role');
  await lockPowers(tx);
  const person = await lockEmployee(tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!isPower(person.role) && !isPower(input.role))
    throw new AppError('employee.role_forbidden', { role: input.role });
  const held =
    viewer.homeOrganizationId === viewer.scope.organizationId ? await query.roleOf(tx, viewer.id) : viewer.role;
  if (!held || !isAtLeast(held, 'system_admin')) throw new AppError('session.forbidden');
  if (!mayGrant(held, person.role)) throw new AppError('employee.change_forbidden', { role: person.role });
  if (!mayGrant(held, input.role)) throw new AppError('employee.role_forbidden', { role: input.role });
  if (person.role !== input.role) {
    await updateEmployee(tx, person.id, { role: input.role }, viewer.id);
    await followRoles(ctx, [person.id]);
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
