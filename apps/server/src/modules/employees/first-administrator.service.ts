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
 * The first administrator of an organisation that has just been made, in its transaction: takes a place of its licence and
 * gets a registration email. Nobody makes an administrator above the own rank.
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

/** The super user of a new installation, registered from the start: the password is issued by the first start. */
export const addFirstSuperUser = async (tx: Tx, id: string, email: string): Promise<void> =>
  repo.insertSuperUser(tx, { id, email, department_id: await repo.defaultDepartment(tx) });
