import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { APPROVER_MIN_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { StaleCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { iso, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { campaignDetail } from './detail.query.ts';
import { lockCampaign, updateCampaignRow, type CampaignRecord } from './campaigns.repo.ts';
import { findAccount, findAskers, findApprovalRequest, hasMade } from './approval/approval.query.ts';
import { answerApproval } from './approval/approval.repo.ts';
import { authorsOf, barReason } from './approval/approval.rules.ts';
import { writeEmails } from './approval/approval.service.ts';
import { settleNotifications } from '../notifications/public.ts';
import { waitingApprovals } from './waiting.query.ts';

type In<K extends keyof typeof campaignsEndpoints> = Input<(typeof campaignsEndpoints)[K]>;

/** Rejects an author of the campaign, an account that is too new, one that an author made, and one that made an author's. */
const requireIndependent = async ({ tx, viewer }: Ctx, authors: readonly string[]): Promise<void> => {
  if (authors.includes(viewer.id)) throw new AppError('campaign.own_approval');
  // A person who acts in a child organisation has the account at home.
  const account = await asOrganization(tx, viewer.homeOrganizationId, () => findAccount(tx, viewer.id, authors));
  const reason = account ? barReason(account, authors) : 'new';
  const isMaker = !isAtLeast(viewer.role, 'system_admin') && (await hasMade(tx, viewer.id, authors));
  if (reason === 'new') throw new AppError('campaign.approver_new', { days: APPROVER_MIN_DAYS });
  if (reason === 'made' || isMaker) throw new AppError('campaign.approver_made');
};

/** Returns the campaign, locked, if it waits for a decision that this person may make and has the version the person saw. */
const lockWaiting = async (ctx: Ctx, id: string, version: number): Promise<CampaignRecord> => {
  const { tx } = ctx;
  const campaign = await lockCampaign(tx, id);
  if (!campaign) throw new AppError('campaign.not_found');
  const { status, approval } = campaign;
  if (status === 'creating') throw new AppError('campaign.planning');
  if (status !== 'planned' || approval !== 'waiting') throw new AppError('campaign.not_waiting', { status, approval });
  if (campaign.end_at <= iso(now())) throw new AppError('campaign.finished', { status });
  await requireIndependent(ctx, authorsOf(campaign));
  if (campaign.version !== version)
    throw new AppError('common.stale_version', {
      current: await campaignDetail(tx, id),
      changes: [],
    } satisfies StaleCampaign);
  return campaign;
};

const decide = async (ctx: Ctx, campaign: CampaignRecord, approval: 'approved' | 'rejected', note: string) => {
  const { tx, viewer } = ctx;
  await updateCampaignRow(tx, campaign.id, { approval });
  await answerApproval(tx, campaign.id, viewer, note);
  const request = (await findApprovalRequest(tx, campaign))!;
  const facts = {
    campaign: campaign.name,
    person: viewer.name,
    recipients: request.recipients,
    above: request.above,
    note,
  };
  await writeEmails(ctx, campaign.id, approval, facts, await findAskers(tx, authorsOf(campaign)));
  await settleNotifications(tx, waitingApprovals);
  return new Logged(await campaignDetail(tx, campaign.id), {
    kind: 'campaign',
    id: campaign.id,
    title: campaign.name,
    changes: { approval: ['waiting', approval] },
    details: { recipients: request.recipients, ...(note ? { note } : {}) },
  });
};

/** Approves a large campaign: it starts at its start time, or at once if that time has passed. */
export const approveCampaign = async (ctx: Ctx, { id, version }: In<'campaigns.approve'>) => {
  const campaign = await lockWaiting(ctx, id, version);
  const logged = await decide(ctx, campaign, 'approved', '');
  const at = Math.max(Date.parse(campaign.start_at), now().getTime());
  await enqueue(ctx.tx, 'campaigns.advance', { campaign_id: id }, new Date(at));
  return logged;
};

/** Rejects a large campaign: it does not start until it is changed, which requests approval again. */
export const rejectCampaign = async (ctx: Ctx, { id, version, note }: In<'campaigns.reject'>) =>
  decide(ctx, await lockWaiting(ctx, id, version), 'rejected', note);
