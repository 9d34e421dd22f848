import { mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMany } from '../../platform/jobs.ts';
import { getEmployee } from './employees.service.ts';
import { takeLicences } from './licence.service.ts';
import * as repo from './removed.repo.ts';

/** The one road back into the staff, by the page and by a sync: within the licence; tags and figures follow. */
export const bringBack = async (tx: Tx, id: string, as: { email: string; role?: Role }): Promise<void> => {
  await takeLicences(tx, 1);
  await repo.restoreEmployee(tx, id, as);
  await enqueueMany(tx, 'tags.refresh-membership', [{ employee_ids: [id] }]);
  await enqueueMany(tx, 'statistics.refresh-people', [{ employee_ids: [id] }]);
};

/** Brings a removed person back as he or she was: department, tags, results and the password. The licence must have room. */
export const restoreEmployee = async (ctx: Ctx, input: Input<(typeof removedEndpoints)['employees.restore']>) => {
  const person = await repo.lockRemoved(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!mayGrant(ctx.viewer.role, person.role)) throw new AppError('employee.role_forbidden', { role: person.role });
  const email = input.email ?? person.email;
  const holder = await repo.addressTaken(ctx.tx, email);
  if (holder !== undefined) throw new AppError('employee.email_taken', { email, holder });
  await bringBack(ctx.tx, person.id, { email });
  return new Logged(await getEmployee(ctx, { id: person.id }), person.id, {
    name: [null, person.full_name],
    email: [person.email, email],
  });
};
