import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { jobs } from '../../job-table.ts';
import { enqueue, keyPerOrganization } from '../../platform/jobs.ts';
import { findLiveJobs } from '../../platform/stalled-work.repo.ts';
import { openTask } from '../../platform/tasks.ts';
import { listUnfinished, type UnfinishedWork } from './organizations.query.ts';

const keyOf = ({ id, removing }: UnfinishedWork): string =>
  removing
    ? jobs['organizations.remove-child'].key({ child_id: id })
    : keyPerOrganization('organizations.install-starter', id);

/**
 * Runs every minute: queues the job of a half created or half removed organisation again if none of its jobs waits or runs,
 * however often the job has failed, because the portal offers no way to start it again.
 */
export const sweepUnfinished = async (platform: Platform): Promise<void> => {
  const found = await inSystem(platform.db, listUnfinished);
  if (found.length === 0) return;
  const alive = await inSystem(platform.db, (tx) => findLiveJobs(tx, found.map(keyOf)));
  for (const one of found.filter((each) => !alive.has(keyOf(each)))) {
    platform.log.warn(
      { job: keyOf(one) },
      'the creation or removal of an organisation is unfinished: its job is queued again',
    );
    // The task of a removal belongs to the parent: an organisation under removal loses its own tasks.
    const organization_id = (one.removing && one.parent_id) || one.id;
    await inTenant(
      platform.db,
      { organizationId: organization_id, readable: [organization_id] },
      'write',
      async (tx) => {
        if (!one.removing) return enqueue(tx, 'organizations.install-starter', { language: one.language });
        const task_id = await openTask(tx, { kind: 'organizations.remove-child', createdBy: null });
        return enqueue(tx, 'organizations.remove-child', { child_id: one.id, task_id });
      },
    );
  }
};
