import type { Features } from '@sergak/contract/session/features.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { changesOf } from '../../platform/audit.ts';
import { requireVersion, staleVersion } from '../../platform/version.ts';
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

const forLog = <S extends { feature_flags: readonly string[] }>(settings: S) => ({
  ...settings,
  feature_flags: settings.feature_flags.join(', '),
});

/** Sets the analytics ids and flags that every visitor of the portal receives. */
export const saveFeatures = async (ctx: Ctx, input: repo.OrganizationFeatures) => {
  if (!(await leads(ctx))) throw new AppError('common.not_found');
  const id = ctx.viewer.scope.organizationId;
  const before = await repo.findFeatures(ctx.tx, id);
  requireVersion(before, input.version);
  const saved = await repo.storeFeatures(ctx.tx, { ...input, feature_flags: [...new Set(input.feature_flags)].sort() });
  if (!saved) throw staleVersion();
  const answer: Features = { ...saved, applies: true };
  return new Logged(answer, {
    kind: 'organization',
    id,
    changes: changesOf(forLog(before), forLog(saved), [
      'analytics_enabled',
      'analytics_id',
      'analytics_id_2',
      'feature_flags',
    ]),
  });
};
