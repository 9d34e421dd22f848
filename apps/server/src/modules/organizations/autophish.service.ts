import { Logged, type Ctx } from '../../platform/context.ts';
import { autophishIsOn, setAutophish } from './autophish.repo.ts';

/** Whether tags may start phishing simulations automatically in this organisation. */
export const getAutophish = async (ctx: Ctx) => ({ active: await autophishIsOn(ctx.tx) });

/** Switches automatic phishing on or off for the whole organisation. */
export const toggleAutophish = async (ctx: Ctx, input: { toggle: boolean }) => {
  const before = await setAutophish(ctx.tx, input.toggle);
  return new Logged(
    { active: input.toggle },
    { kind: 'organization', id: ctx.viewer.scope.organizationId, changes: { active: [before, input.toggle] } },
  );
};
