import { jobs } from '../../job-table.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { enqueue, enqueueIn } from '../../platform/jobs.ts';
import { attendStalled } from '../../platform/stalled.repo.ts';
import { endTask } from '../../platform/tasks.ts';
import * as repo from './campaigns.repo.ts';
import { idlePlannings, unclearedCampaigns } from './stalled.query.ts';
import { foldTallies } from './tallies.repo.ts';

const CLEARED_AT_ONCE = 2_000;

/** Wakes campaigns that are due, sees to it that no launch stays half-made, keeps figures short; once a minute for all. */
export const sweepCampaigns = async (platform: Platform): Promise<void> => {
  await wakeDue(platform);
  await attendPlannings(platform);
  await clearFailed(platform);
  await inSystem(platform.db, foldTallies);
};

const wakeDue = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { id, organization_id } of await repo.dueCampaigns(tx))
      await enqueueIn(tx, organization_id, 'campaigns.advance', { campaign_id: id });
  });

/** A planning whose job is gone is begun anew, three times at most; then the campaign has failed and says so. */
const attendPlannings = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, idlePlannings);
  const found = idle.map((one) => ({ ...one, jobKey: jobs['campaigns.plan-emails'].key({ campaign_id: one.id }) }));
  await attendStalled(platform, found, {
    putBack: (tx, { id }) => enqueue(tx, 'campaigns.plan-emails', { campaign_id: id }),
    async giveUp(tx, { id, event_id }) {
      const campaign = await repo.lockCampaign(tx, id);
      // Other dates have begun another planning meanwhile: that one is judged by its own task.
      if (campaign?.status !== 'creating' || campaign.event_id !== event_id) return;
      await repo.updateCampaign(tx, id, { status: 'failed', failure: 'planning_failed' });
      if (event_id) await endTask(tx, event_id, { status: 'error', message: 'campaign.planning_failed' });
    },
  });
};

const clearFailed = async (platform: Platform): Promise<void> => {
  for (const { id, organization_id } of await inSystem(platform.db, unclearedCampaigns)) {
    const scope = { organizationId: organization_id, readable: [organization_id] };
    const some = () => inTenant(platform.db, scope, 'write', (tx) => repo.deleteRecipients(tx, id, CLEARED_AT_ONCE));
    while ((await some()) > 0);
  }
};
