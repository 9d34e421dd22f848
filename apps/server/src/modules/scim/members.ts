import { badRequest } from './scim-error.ts';
import type { ScimCtx } from './scim-ctx.ts';
import { findUser } from './users.query.ts';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws unless all of these members are people whom the provider sees. */
export const requireUsers = async (ctx: ScimCtx, ids: readonly string[]): Promise<void> => {
  for (const id of ids)
    if (!UUID.test(id) || !(await findUser(ctx.tx, id)))
      throw badRequest('invalidValue', `User or group “${id.slice(0, 100)}” not found.`);
};
