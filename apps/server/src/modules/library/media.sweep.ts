import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { discardFiles } from '../files/public.ts';
import * as repo from './media.repo.ts';

const AT_ONCE = 200;

/**
 * Deletes media of modules that neither a slide nor a question nor a published version has used for a day. Each file is
 * looked at once a day.
 */
export const sweepMedia = async (platform: Platform): Promise<void> => {
  for (const organizationId of await inSystem(platform.db, repo.organizationsWithMedia))
    for (let looked = AT_ONCE; looked === AT_ONCE;)
      looked = await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
        const found = await repo.dropUnusedMedia(tx, AT_ONCE);
        await discardFiles(tx, found.unused);
        return found.looked;
      });
};
