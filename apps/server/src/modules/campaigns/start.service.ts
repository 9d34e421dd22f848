import { spreadOver, workingSpans, type WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { iso, now } from '../../platform/clock.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { findLatestRequest } from './approval/approval.query.ts';
import { isHeld, mayStart } from './approval/approval.service.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import { countEmails, moveUnsent, unsentInOrder } from '../delivery/public.ts';
import * as repo from './campaigns.repo.ts';
import { settleNotifications } from '../notifications/public.ts';
import { findCampaignOrganization } from './organization.query.ts';
import { waitingApprovals } from './waiting.query.ts';

/** Small enough that no other work waits noticeably for a batch. */
const BATCH = 2_000;

/** Whether a campaign was approved only after its planned start. */
const approvedLate = async (tx: Tx, campaign: CampaignRecord): Promise<boolean> => {
  if (campaign.approval !== 'approved') return false;
  const question = await findLatestRequest(tx, campaign.id);
  return question?.decided_at != null && question.decided_at > campaign.start_at;
};

/** The end of a campaign that starts at `at`: an end that was chosen in the form moves with the start. */
const endLate = (campaign: CampaignRecord, at: Date): number =>
  Date.parse(campaign.end_at) +
  (campaign.settings.dateType === 'auto' ? at.getTime() - Date.parse(campaign.start_at) : 0);

/** The span over which its emails are then spread: as long as planned, but not past the end. */
const spansLate = (campaign: CampaignRecord, hours: WorkHours, at: Date) => {
  const { start_at, send_until } = campaign;
  if (send_until === null) return undefined;
  const end = endLate(campaign, at);
  const planned = at.getTime() + Date.parse(send_until) - Date.parse(start_at);
  return [Math.min(planned, end), end]
    .map((until) => ({ until, spans: workingSpans(at.getTime(), until, hours) }))
    .find(({ spans }) => spans.length > 0);
};

/**
 * Spreads the emails of a campaign that was approved late over as much time as planned. Otherwise all emails that were due
 * while it waited would be sent at once. People and their emails stay as approved.
 */
export const spreadLate = async (ctx: JobCtx, campaignId: string): Promise<void> => {
  const left = await ctx.run('read', async (tx) => {
    const campaign = await repo.findCampaignRow(tx, campaignId);
    if (campaign?.status !== 'planned' || !campaign.spread || !(await approvedLate(tx, campaign))) return undefined;
    const found = spansLate(campaign, await findCampaignOrganization(tx), now());
    return found && { ...found, ids: await unsentInOrder(tx, campaignId) };
  });
  if (!left) return;
  const moments = spreadOver(left.spans, left.ids.length);
  for (let done = 0; done < left.ids.length; done += BATCH) {
    ctx.signal.throwIfAborted();
    const ids = left.ids.slice(done, done + BATCH);
    const times = ids.map((_, n) => new Date(moments[done + n]!).toISOString());
    await ctx.run('write', (tx) => moveUnsent(tx, campaignId, ids, times));
  }
};

const endUnapproved = async (tx: Tx, campaign: CampaignRecord): Promise<void> => {
  await repo.updateCampaignRow(tx, campaign.id, { status: 'failed', failure: 'not_approved' }); // it never ran
  const act = { action: 'campaign.ended_unapproved', actorId: null, actorName: '' };
  await writeAudit(tx, act, { kind: 'campaign', id: campaign.id, title: campaign.name });
  await settleNotifications(tx, waitingApprovals);
};

/**
 * Starts a planned campaign, whose row is locked, if its start is due and its approval is not pending. A campaign that is
 * still held back at its end becomes `failed` with a reason. Returns whether it runs now.
 */
export const startWhenDue = async (ctx: JobCtx, tx: Tx, campaign: CampaignRecord): Promise<boolean> => {
  const at = now();
  if (campaign.start_at > iso(at)) return false;
  const over = campaign.end_at <= iso(at);
  if (isHeld(campaign)) {
    if (over) await endUnapproved(tx, campaign);
    return false;
  }
  const counted = () => countEmails(tx, campaign.id);
  if (!over && !(await mayStart({ tx, platform: ctx.platform }, campaign, counted))) return false;
  const late = !over && (await approvedLate(tx, campaign));
  const until =
    late && campaign.spread ? spansLate(campaign, await findCampaignOrganization(tx), at)?.until : undefined;
  await repo.updateCampaignRow(tx, campaign.id, {
    status: 'active',
    launched_at: at,
    ...(late ? { start_at: at, end_at: new Date(endLate(campaign, at)) } : {}),
    ...(until ? { send_until: new Date(until) } : {}),
  });
  return true;
};
