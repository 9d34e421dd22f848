import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant, type Tx } from '../../platform/db.ts';
import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { addStarterCategories } from '../phishing/public.ts';
import { findOrganization, listUnfinished } from './organizations.query.ts';
import { updateOrganization } from './organizations.repo.ts';

/** Adds the categories of templates that an organisation lacks. Courses and templates are copied when they are used. Safe to repeat. */
export const addStarterContent = (platform: Platform, id: string, language: Language): Promise<void> =>
  inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', (tx) => addStarterCategories(tx, language));

/** Adds what root organisations lack at once: no job is queued for them. */
export const addDueStarterContent = async (platform: Platform): Promise<void> => {
  for (const { id, parent_id, language } of await inSystem(platform.db, listUnfinished)) {
    if (parent_id) continue;
    await addStarterContent(platform, id, language);
    await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', markStarterInstalled);
  }
};

const markStarterInstalled = (tx: Tx) => updateOrganization(tx, { starter_due: false });

/** Adds the starter content of an organisation that an administrator created; does nothing if it was deleted meanwhile. */
export const installStarter = async (
  ctx: JobCtx,
  payload: JobPayload<'organizations.install-starter'>,
): Promise<void> => {
  const there = await ctx.run('read', (tx) => findOrganization(tx));
  if (!there) return;
  await addStarterContent(ctx.platform, payload.organization_id, payload.language);
  await ctx.run('write', markStarterInstalled);
};
