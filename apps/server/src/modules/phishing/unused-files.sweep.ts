import { UNUSED_ATTACHMENT_DAYS } from '@sergak/contract/phishing/phishing.rules.ts';
import { UNUSED_PICTURE_DAYS } from '@sergak/contract/phishing/pictures.rules.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { discardFiles } from '../files/public.ts';
import { discardUnused } from './pictures.service.ts';
import { dropUnusedFiles, organizationsWithFiles } from './unused-files.repo.ts';

const AT_ONCE = 200;

/**
 * Deletes uploaded attachments that no email and no campaign has used for a week, and pictures that no text of their template
 * has shown for a month (decision 0277). Each file is looked at once a day.
 */
export const sweepUnusedFiles = async (platform: Platform): Promise<void> => {
  for (const organizationId of await inSystem(platform.db, organizationsWithFiles))
    for (let looked = AT_ONCE; looked === AT_ONCE;)
      looked = await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
        const attachments = await dropUnusedFiles(tx, {
          kind: 'attachment',
          days: UNUSED_ATTACHMENT_DAYS,
          limit: AT_ONCE,
        });
        await discardFiles(tx, attachments.files);
        const pictures = await dropUnusedFiles(tx, { kind: 'picture', days: UNUSED_PICTURE_DAYS, limit: AT_ONCE });
        await discardUnused(tx, pictures.files);
        return Math.max(attachments.looked, pictures.looked);
      });
};
