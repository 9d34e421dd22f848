import type { Features } from '@sergak/contract/session/features.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { leadingRoot } from './configuration.service.ts';
import * as repo from './features.repo.ts';
import { listRoots } from './session.query.ts';

/** Whether the run-time configuration comes from the caller's organisation. */
const leads = async ({ platform, viewer }: Ctx): Promise<boolean> => {
  const roots = await inSystem(platform.db, (tx) => listRoots(tx));
  return leadingRoot(roots)?.id === viewer.scope.organizationId;
};

export const readFeatures = async (ctx: Ctx): Promise<Features> => ({
  ...(await repo.findFeatures(ctx.tx, ctx.viewer.scope.organizationId)),
  applies: await leads(ctx),
});

/** Sets the analytics ids and flags that every visitor of the portal receives. */
export const saveFeatures = async (ctx: Ctx, input: repo.FeatureSettings) => {
  if (!(await leads(ctx))) throw new AppError('common.not_found');
  const id = ctx.viewer.scope.organizationId;
  const before = await repo.findFeatures(ctx.tx, id);
  if (before.version !== input.version) throw new AppError('common.stale_version');
  const saved = await repo.saveFeatures(ctx.tx, { ...input, feature_flags: [...new Set(input.feature_flags)].sort() });
  if (!saved) throw new AppError('common.stale_version');
  const answer: Features = { ...saved, applies: true };
  return new Logged(answer, {
    kind: 'organization',
    id,
    changes: {
      analytics_enabled: [before.analytics_enabled, saved.analytics_enabled],
      analytics_id: [before.analytics_id, saved.analytics_id],
      analytics_id_2: [before.analytics_id_2, saved.analytics_id_2],
      feature_flags: [before.feature_flags.join(', '), saved.feature_flags.join(', ')],
    },
  });
};
