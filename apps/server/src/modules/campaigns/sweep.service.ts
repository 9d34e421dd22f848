import { DRAFT_DAYS } from '@sergak/contract/campaigns/drafts.rules.ts';
import { jobs } from '../../job-table.ts';
import { after, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import { enqueue, enqueueIn } from '../../platform/jobs.ts';
import { handleStalled } from '../../platform/stalled-work.repo.ts';
import { endTask } from '../../platform/tasks.ts';
import { cancelUnsent, dropEmails } from '../delivery/public.ts';
import * as repo from './campaigns.repo.ts';
import { deleteDraftsBefore } from './drafts/drafts.repo.ts';
import { campaignsWithWaiting, idlePlannings, unclearedCampaigns } from './unfinished-campaigns.query.ts';

const CLEARED_AT_ONCE = 2_000;

/** Advances due campaigns, retries stalled plannings, clears ended campaigns and drops old drafts; once a minute for all organisations. */
export const sweepCampaigns = async (platform: Platform): Promise<void> => {
  await enqueueDue(platform);
  await retryStalledPlannings(platform);
  await clearFailed(platform);
  await cancelWaiting(platform);
  await dropOldDrafts(platform);
};

const dropOldDrafts = (platform: Platform): Promise<unknown> =>
  inSystem(platform.db, (tx) => deleteDraftsBefore(tx, after(now(), -DRAFT_DAYS * DAY)));

const enqueueDue = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { id, organization_id } of await repo.dueCampaigns(tx))
      await enqueueIn(tx, organization_id, 'campaigns.advance', { campaign_id: id });
  });

/** Plans a campaign again if its job is gone, three times at most; then marks the campaign as failed. */
const retryStalledPlannings = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, idlePlannings);
  const found = idle.map((one) => ({ ...one, jobKey: jobs['campaigns.plan-emails'].key({ campaign_id: one.id }) }));
  await handleStalled(platform, found, {
    putBack: (tx, { id }) => enqueue(tx, 'campaigns.plan-emails', { campaign_id: id }),
    async giveUp(tx, { id, task_id }) {
      const campaign = await repo.lockCampaign(tx, id);
      // New dates have started another planning meanwhile, which its own task tracks.
      if (campaign?.status !== 'creating' || campaign.task_id !== task_id) return;
      await repo.updateCampaignRow(tx, id, { status: 'failed', failure: 'planning_failed' });
      if (task_id) await endTask(tx, task_id, { status: 'error', message: 'campaign.planning_failed' });
    },
  });
};

const clearFailed = async (platform: Platform): Promise<void> => {
  for (const { id, organization_id } of await inSystem(platform.db, unclearedCampaigns)) {
    const scope = { organizationId: organization_id, readable: [organization_id] };
    const some = () => inTenant(platform.db, scope, 'write', (tx) => dropEmails(tx, id, CLEARED_AT_ONCE));
    while ((await some()) > 0);
  }
};

const cancelWaiting = async (platform: Platform): Promise<void> => {
  for (const { id, organization_id } of await inSystem(platform.db, campaignsWithWaiting)) {
    const scope = { organizationId: organization_id, readable: [organization_id] };
    await inTenant(platform.db, scope, 'write', (tx) => cancelUnsent(tx, id));
  }
};
