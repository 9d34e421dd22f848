import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './tags.repo.ts';
import { requireFilledByHand } from './tags.service.ts';

/**
 * Locks tags that are filled by hand, in the same order for all callers, and returns functions that change their members. Needs
 * the permission for tags in addition to that of the call.
 */
export const lockTags = async (ctx: Ctx, ids: readonly string[]) => {
  if (ids.length > 0 && !ctx.viewer.permissions.has('admin.staff.tags')) throw new AppError('session.forbidden');
  for (const id of [...new Set(ids)].sort()) await requireFilledByHand(ctx, id);
  return {
    /** A person who has the tag already keeps the date of joining. */
    add: async (employeeId: string, tagIds: readonly string[]) => {
      for (const id of tagIds) await repo.addMembers(ctx.tx, id, [employeeId], true);
    },
    /** A person without the tag is no error: another administrator may have removed it already. */
    remove: async (employeeId: string, tagIds: readonly string[]) => {
      for (const id of tagIds) await repo.removeMembers(ctx.tx, id, [employeeId]);
    },
  };
};
