import { mayGrant } from '@sergak/contract/access/roles.ts';
import type { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { getEmployee } from './employees.service.ts';
import { takeLicences } from './licence.service.ts';
import * as repo from './removed.repo.ts';

/** Brings a removed person back as he or she was: department, tags, results and the password. The licence must have room. */
export const restoreEmployee = async (ctx: Ctx, input: Input<(typeof removedEndpoints)['employees.restore']>) => {
  const person = await repo.lockRemoved(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!mayGrant(ctx.viewer.role, person.role)) throw new AppError('employee.role_forbidden', { role: person.role });
  const email = input.email ?? person.email;
  const holder = await repo.addressTaken(ctx.tx, email);
  if (holder !== undefined) throw new AppError('employee.email_taken', { email, holder });
  await takeLicences(ctx.tx, 1);
  await repo.restoreEmployee(ctx.tx, person.id, email);
  const organization_id = ctx.viewer.scope.organizationId;
  await enqueue(ctx.tx, 'tags.refresh-membership', { organization_id, employee_ids: [person.id] });
  await enqueue(ctx.tx, 'statistics.refresh-people', { organization_id, employee_ids: [person.id] });
  return new Logged(await getEmployee(ctx, { id: person.id }), person.id, {
    name: [null, person.full_name],
    email: [person.email, email],
  });
};
