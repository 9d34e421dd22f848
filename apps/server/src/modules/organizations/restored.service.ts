import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { pauseEverywhere } from './organizations.repo.ts';

/**
 * A restored backup does not know which emails were sent since. So simulated emails are stopped in every organisation until an
 * administrator switches them on again. Returns the number of organisations newly stopped.
 */
export const pauseAfterRestore = (platform: Platform): Promise<number> =>
  inSystem(platform.db, async (tx) => {
    const paused = await pauseEverywhere(tx);
    for (const id of paused)
      await writeAudit(
        tx,
        { organizationId: id, action: 'organization.sending_switched', actorId: null, actorName: '' },
        { kind: 'organization', id, changes: { sending_paused: [false, true] } },
      );
    return paused.length;
  });
