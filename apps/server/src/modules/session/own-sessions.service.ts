import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { listSessionsOf } from './session.query.ts';
import * as repo from './session.repo.ts';

/** The caller's sessions. Crosses tenants: sessions belong to the home organisation, even while the caller acts in another. */
export const listSessions = async (ctx: Ctx) => {
  const rows = await inSystem(ctx.platform.db, (tx) => listSessionsOf(tx, ctx.viewer.id));
  return {
    data: rows.map(({ token_hash, ...row }) => ({ ...row, current: token_hash.equals(ctx.tokenHash) })),
  };
};

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = async (ctx: Ctx) => {
  const ended = await inSystem(ctx.platform.db, (tx) => repo.deleteSessionsOf(tx, ctx.viewer.id, ctx.tokenHash));
  const count = Number(ended.reduce((sum, one) => sum + one.numDeletedRows, 0n));
  return new Logged({ count }, { kind: 'employee', id: ctx.viewer.id, details: { affected: count } });
};

/** Ends one session of the caller; the current one is not found here, because signing out ends it. */
export const endOneSession = async (ctx: Ctx, { id }: { id: string }) => {
  const { numDeletedRows } = await inSystem(ctx.platform.db, (tx) =>
    repo.deleteOneSession(tx, { id, employeeId: ctx.viewer.id, keep: ctx.tokenHash }),
  );
  if (numDeletedRows === 0n) throw new AppError('session.not_found');
  return new Logged(null, { kind: 'employee', id: ctx.viewer.id });
};
