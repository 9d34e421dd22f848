import { isAtLeast, mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireProof } from '../session/public.ts';
import { forgetAllIdentities, forgetIdentities, isLinked } from './identities.repo.ts';
import { findRoleOfPerson } from './sso.query.ts';

const mayUnlink = ({ viewer }: Ctx, role: Role): boolean =>
  isAtLeast(viewer.role, 'system_admin') && mayGrant(viewer.role, role);

const requireRole = async ({ tx }: Ctx, id: string): Promise<Role> => {
  const role = await findRoleOfPerson(tx, id);
  if (!role) throw new AppError('employee.not_found');
  return role;
};

/** Whether a person is linked to an account of the identity provider, for the administrator of the person. */
export const readSsoLink = async (ctx: Ctx, { id }: { id: string }) => {
  const role = await requireRole(ctx, id);
  const linked = await isLinked(ctx.tx, id);
  return { linked, unlinkable: linked && mayUnlink(ctx, role) };
};

/** Lets another account of the provider sign in as the person: the next sign-in with the address links again. */
export const unlinkPerson = async (ctx: Ctx, { id }: { id: string }) => {
  const role = await requireRole(ctx, id);
  if (!mayUnlink(ctx, role)) throw new AppError('employee.change_forbidden', { role });
  if (!(await isLinked(ctx.tx, id))) throw new AppError('sso.not_linked');
  await forgetIdentities(ctx.tx, [id]);
  return new Logged(null, { kind: 'employee', id });
};

/** Unlinks everybody, because the provider names people in another way from now on. */
export const unlinkAll = async (ctx: Ctx, { password }: { password?: string | undefined }) => {
  await requireProof(ctx, password);
  const count = await forgetAllIdentities(ctx.tx);
  return new Logged({ count }, { kind: 'sso', title: null, details: { affected: count } });
};
