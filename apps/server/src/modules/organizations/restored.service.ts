import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { pauseEverywhere } from './organizations.repo.ts';

/**
 * A restored copy does not know which emails have left since: simulated ones are stopped in every organisation until a
 * person has looked and switches them on again. Answers in how many this made a difference.
 */
export const pauseAfterRestore = (platform: Platform): Promise<number> =>
  inSystem(platform.db, async (tx) => {
    const paused = await pauseEverywhere(tx);
    for (const id of paused)
      await writeAudit(tx, {
        organizationId: id,
        action: 'organization.sending_switched',
        target: id,
        actorId: null,
        actorName: '',
        changes: { sending_paused: [false, true] },
      });
    return paused.length;
  });
