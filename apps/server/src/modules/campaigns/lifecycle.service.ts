import type { Input } from '@sergak/contract/endpoint.ts';
import type { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { iso, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { endTask } from '../../platform/tasks.ts';
import { campaignDetail } from './detail.query.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import { discardUnused } from '../phishing/public.ts';
import { pinnedPictures } from './files.repo.ts';
import { cancelUnsent, lockCampaignEmails } from '../delivery/public.ts';
import * as repo from './campaigns.repo.ts';
import { startFollowUp } from './follow-up/follow-up.service.ts';
import { settleNotifications } from '../notifications/public.ts';
import { failedEmails } from '../results/public.ts';
import { spreadLate, startWhenDue } from './start.service.ts';
import { waitingApprovals } from './waiting.query.ts';

/** Completes a campaign whose row is locked: sending stops, risk is recalculated, the following campaign starts. */
const finish = async ({ tx, platform }: Pick<Ctx, 'tx' | 'platform'>, campaign: CampaignRecord) => {
  await repo.updateCampaignRow(tx, campaign.id, { status: 'completed', completed_at: now() });
  await cancelUnsent(tx, campaign.id);
  if (campaign.task_id) await endTask(tx, campaign.task_id, { status: 'error', message: 'task.cancelled' });
  if (campaign.status === 'active') {
    await enqueue(tx, 'campaigns.react-to-results', { campaign_id: campaign.id });
    if (!campaign.is_testing) await enqueue(tx, 'statistics.refresh-people', { employee_ids: null });
    await startFollowUp({ tx, platform }, campaign);
    await settleNotifications(tx, failedEmails);
  } else await settleNotifications(tx, waitingApprovals);
};

/**
 * Completes a campaign by hand. Emails being transferred become sent or unknown; all others are cancelled in the same
 * transaction.
 */
export const completeCampaign = async (ctx: Ctx, input: Input<(typeof campaignsEndpoints)['campaigns.complete']>) => {
  const campaign = await repo.lockCampaign(ctx.tx, input.id);
  if (!campaign) throw new AppError('campaign.not_found');
  if (campaign.status === 'completed' || campaign.status === 'failed')
    throw new AppError('campaign.finished', { status: campaign.status });
  await finish(ctx, campaign);
  return new Logged(await campaignDetail(ctx.tx, campaign.id), {
    kind: 'campaign',
    id: campaign.id,
    title: campaign.name,
    changes: { status: [campaign.status, 'completed'] },
  });
};

/** Deletes a campaign with all its data. */
export const deleteCampaign = async (ctx: Ctx, input: Input<(typeof campaignsEndpoints)['campaigns.delete']>) => {
  const campaign = await repo.lockCampaign(ctx.tx, input.id);
  if (!campaign) throw new AppError('campaign.not_found');
  if (campaign.status === 'active') throw new AppError('campaign.active');
  if (campaign.task_id) await endTask(ctx.tx, campaign.task_id, { status: 'error', message: 'task.cancelled' });
  const pictures = await pinnedPictures(ctx.tx, campaign.id);
  await lockCampaignEmails(ctx.tx, campaign.id);
  await repo.deleteCampaignRow(ctx.tx, campaign.id);
  await discardUnused(ctx.tx, pictures);
  if (campaign.status === 'completed' && !campaign.is_testing)
    await enqueue(ctx.tx, 'statistics.refresh-people', { employee_ids: null });
  if (campaign.status === 'planned') await settleNotifications(ctx.tx, waitingApprovals);
  return new Logged(null, {
    kind: 'campaign',
    id: campaign.id,
    title: campaign.name,
    changes: { name: [campaign.name, null] },
  });
};

/** Starts a campaign when its start is due, or completes it when its end is due. Safe to run at any time and twice. */
export const advanceCampaign = async (ctx: JobCtx, payload: JobPayload<'campaigns.advance'>): Promise<void> => {
  await spreadLate(ctx, payload.campaign_id);
  await ctx.run('write', async (tx) => {
    const campaign = await repo.lockCampaign(tx, payload.campaign_id);
    if (campaign?.status === 'planned' && (await startWhenDue(ctx, tx, campaign))) campaign.status = 'active';
    if (campaign?.status === 'active' && campaign.end_at <= iso(now()))
      await finish({ tx, platform: ctx.platform }, campaign);
  });
};

/** Ends all campaigns of an organisation that is being removed: nothing more is sent, and nobody is told. */
export const endAllCampaigns = async (tx: Tx): Promise<void> => {
  await cancelUnsent(tx, null);
  await repo.endCampaigns(tx);
};
