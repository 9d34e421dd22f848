import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { jobs } from '../../job-table.ts';
import { enqueue, keyPerOrganization } from '../../platform/jobs.ts';
import { liveJobs } from '../../platform/stalled.repo.ts';
import { openTask } from '../../platform/tasks.ts';
import { listUnfinished, type Unfinished } from './organizations.query.ts';

const keyOf = ({ id, removing }: Unfinished): string =>
  removing
    ? jobs['organizations.remove-child'].key({ child_id: id })
    : keyPerOrganization('organizations.install-starter', id);

/**
 * Each minute: an organisation that is half made or half removed gets its job anew once no job of it waits or runs, however
 * often it has failed: nobody can ask for either a second time.
 */
export const sweepUnfinished = async (platform: Platform): Promise<void> => {
  const found = await inSystem(platform.db, listUnfinished);
  if (found.length === 0) return;
  const alive = await inSystem(platform.db, (tx) => liveJobs(tx, found.map(keyOf)));
  for (const one of found.filter((each) => !alive.has(keyOf(each)))) {
    platform.log.warn({ job: keyOf(one) }, 'an organisation was left unfinished: its job begins anew');
    // The task of a removal stands in the organisation above: the one that goes takes its own along.
    const organization_id = (one.removing && one.parent_id) || one.id;
    await inTenant(
      platform.db,
      { organizationId: organization_id, readable: [organization_id] },
      'write',
      async (tx) => {
        if (!one.removing) return enqueue(tx, 'organizations.install-starter', { language: one.language });
        const event_id = await openTask(tx, { kind: 'organizations.remove-child', createdBy: null });
        return enqueue(tx, 'organizations.remove-child', { child_id: one.id, event_id });
      },
    );
  }
};
