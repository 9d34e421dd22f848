import type { ScimGroupUse } from '@sergak/contract/scim/scim.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { findGroupUse } from './groups.query.ts';
import { setGroupUse } from './links.repo.ts';

export const readScimSettings = async (ctx: Ctx) => ({ groups: await findGroupUse(ctx.tx) });

/** Sets what the groups of the provider become. What earlier groups have become stays. */
export const saveScimSettings = async (ctx: Ctx, { groups }: { groups: ScimGroupUse }) => {
  const before = await findGroupUse(ctx.tx);
  await setGroupUse(ctx.tx, groups);
  return new Logged(
    { groups },
    { kind: 'organization', id: ctx.viewer.scope.organizationId, changes: { scim_groups: [before, groups] } },
  );
};
