import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant, type Tx } from '../../platform/db.ts';
import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { installStarterCourses } from '../library/public.ts';
import { installStarterPhishing } from '../phishing/public.ts';
import { findOrganization, listUnfinished } from './organizations.query.ts';
import { updateOrganization } from './organizations.repo.ts';

/** Starter courses and phishing scenarios in the organisation's language. Safe to repeat. */
export const addStarterContent = async (platform: Platform, id: string, language: Language): Promise<void> => {
  await installStarterCourses(platform, id, language);
  await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', (tx) =>
    installStarterPhishing(tx, platform, language),
  );
};

/** Brings at once what is still due to organisations that stand above all others: no job was queued for these. */
export const addDueStarterContent = async (platform: Platform): Promise<void> => {
  for (const { id, parent_id, language } of await inSystem(platform.db, listUnfinished)) {
    if (parent_id) continue;
    await addStarterContent(platform, id, language);
    await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', starterIsThere);
  }
};

const starterIsThere = (tx: Tx) => updateOrganization(tx, { starter_due: false });

/** The same for an organisation that an administrator has made; one that is gone meanwhile needs nothing. */
export const installStarter = async (
  ctx: JobCtx,
  payload: JobPayload<'organizations.install-starter'>,
): Promise<void> => {
  const there = await ctx.run('read', (tx) => findOrganization(tx));
  if (!there) return;
  await addStarterContent(ctx.platform, payload.organization_id, payload.language);
  await ctx.run('write', starterIsThere);
};
