import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import type { JobPayload } from '../../job-table.ts';
import { enqueueIn, PEOPLE_PER_JOB, type JobCtx } from '../../platform/jobs.ts';
import * as repo from './tags.repo.ts';

/** Updates the members of tags that fill themselves after people have changed. A second run changes nothing. */
export const refreshMembershipJob = async (
  ctx: JobCtx,
  payload: JobPayload<'tags.refresh-membership'>,
): Promise<void> => {
  await ctx.run('write', (tx) => repo.refreshMembership(tx, payload.employee_ids, payload.onboarding));
};

/** Removes newcomers whose time is over from their tag. Called once a minute for the whole installation. */
export const sweepTags = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { organization_id, employee_ids } of await repo.oldNewcomers(tx))
      for (let from = 0; from < employee_ids.length; from += PEOPLE_PER_JOB)
        await enqueueIn(tx, organization_id, 'tags.refresh-membership', {
          employee_ids: employee_ids.slice(from, from + PEOPLE_PER_JOB),
        });
  });
