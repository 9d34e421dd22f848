import { mayGrant } from '@sergak/contract/access/roles.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enrolNewcomers } from '../tags/public.ts';
import * as repo from './employees.repo.ts';
import { inviteEmployees } from './invitations.service.ts';
import { takeLicences } from './licence.service.ts';

type Person = { email: string; last_name: string; first_name: string; middle_name: string };

/**
 * Adds the first administrator of a new organisation, in its transaction. The administrator takes a seat of the licence and gets
 * a registration email. The viewer cannot create an administrator above the own role.
 */
export const addFirstAdministrator = async (ctx: Ctx, person: Person): Promise<string> => {
  if (!mayGrant(ctx.viewer.role, 'system_admin'))
    throw new AppError('employee.role_forbidden', { role: 'system_admin' });
  await takeLicences(ctx.tx, 1);
  const department_id = await repo.defaultDepartment(ctx.tx);
  const fields = { ...person, department_id, role: 'system_admin', position: '' } as const;
  const id = await repo.insertEmployee(ctx.tx, fields, ctx.viewer.id);
  await enrolNewcomers(ctx.tx, [id]);
  await inviteEmployees(ctx, [id]);
  return id;
};

/** Adds the super user of a new installation as registered: the first start issues the password. */
export const addFirstSuperUser = async (tx: Tx, id: string, email: string): Promise<void> =>
  repo.insertSuperUser(tx, { id, email, department_id: await repo.defaultDepartment(tx) });
