import { isAtLeast, mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findRoleOf } from './authenticators.repo.ts';
import { countSessionsOf } from './session.query.ts';
import { deleteSessionsOf } from './session.repo.ts';

/** Nobody ends the own sessions here: the profile ends all but the current one. */
const mayEnd = ({ viewer }: Ctx, person: { id: string; role: Role }): boolean =>
  isAtLeast(viewer.role, 'system_admin') && mayGrant(viewer.role, person.role) && person.id !== viewer.id;

const requireEmployee = async ({ tx }: Ctx, id: string) => {
  const person = await findRoleOf(tx, id);
  if (!person) throw new AppError('employee.not_found');
  return person;
};

/** Number of sessions of a person, for the administrator of the person. */
export const countPersonSessions = async (ctx: Ctx, { id }: { id: string }) => {
  const person = await requireEmployee(ctx, id);
  const count = await countSessionsOf(ctx.tx, id);
  return { count, endable: count > 0 && mayEnd(ctx, person) };
};

/** Ends all sessions of a person at once, complete or not. */
export const endPersonSessions = async (ctx: Ctx, { id }: { id: string }) => {
  const person = await requireEmployee(ctx, id);
  if (!mayEnd(ctx, person)) throw new AppError('employee.change_forbidden', { role: person.role });
  const ended = await deleteSessionsOf(ctx.tx, id);
  const count = Number(ended.reduce((sum, one) => sum + one.numDeletedRows, 0n));
  return new Logged({ count }, { kind: 'employee', id, details: { affected: count } });
};
