import { spreadOver, workingSpans, type WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { findQuestion } from './approval/approval.query.ts';
import { isHeld, mayStart } from './approval/approval.service.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import * as repo from './campaigns.repo.ts';
import { findHouse } from './house.query.ts';

/** Small enough that nothing else waits for a batch. */
const BATCH = 2_000;

/** Whether a campaign was approved only after the time at which it was to start. */
const approvedLate = async (tx: Tx, campaign: CampaignRecord): Promise<boolean> => {
  if (campaign.approval !== 'approved') return false;
  const question = await findQuestion(tx, campaign.id);
  return question?.decided_at != null && question.decided_at > campaign.start_at;
};

/** Until when its letters are spread then: as was planned, or to its end where no working time is left before. */
const spansLeft = (campaign: CampaignRecord, hours: WorkHours, at: Date) => {
  const ends = [campaign.send_until, campaign.end_at].filter((end) => end !== null);
  return ends
    .map((until) => ({ until, spans: workingSpans(at.getTime(), Date.parse(until), hours) }))
    .find(({ spans }) => spans.length > 0);
};

/**
 * Spreads the letters of a campaign that was approved late over what is left of its time: those that would have left
 * while it waited would otherwise all leave at once. The people and their letters stay as they were approved.
 */
export const spreadLate = async (ctx: JobCtx, campaignId: string): Promise<void> => {
  const left = await ctx.run('read', async (tx) => {
    const campaign = await repo.findCampaign(tx, campaignId);
    if (campaign?.status !== 'planned' || !campaign.spread || !(await approvedLate(tx, campaign))) return undefined;
    const found = spansLeft(campaign, await findHouse(tx), now());
    return found && { ...found, ids: await repo.lettersInOrder(tx, campaignId) };
  });
  if (!left) return;
  const moments = spreadOver(left.spans, left.ids.length);
  for (let done = 0; done < left.ids.length; done += BATCH) {
    ctx.signal.throwIfAborted();
    const ids = left.ids.slice(done, done + BATCH);
    const times = ids.map((_, n) => new Date(moments[done + n]!).toISOString());
    await ctx.run('write', (tx) => repo.moveLetters(tx, campaignId, ids, times));
  }
};

/**
 * Starts a planned campaign, whose row is locked, when its time has come and nothing waits for a second administrator.
 * One that is still held back at its end has failed, and says why. Answers whether it runs now.
 */
export const startWhenDue = async (ctx: JobCtx, tx: Tx, campaign: CampaignRecord): Promise<boolean> => {
  const at = now();
  if (campaign.start_at > iso(at)) return false;
  const over = campaign.end_at <= iso(at);
  if (isHeld(campaign)) {
    if (over)
      await repo.updateCampaign(tx, campaign.id, { status: 'failed', failure: 'not_approved', completed_at: at });
    return false;
  }
  const counted = () => repo.countRecipients(tx, campaign.id);
  if (!over && !(await mayStart({ tx, platform: ctx.platform }, campaign, counted))) return false;
  const late = !over && (await approvedLate(tx, campaign));
  const until = late && campaign.spread ? spansLeft(campaign, await findHouse(tx), at)?.until : undefined;
  await repo.updateCampaign(tx, campaign.id, {
    status: 'active',
    launched_at: at,
    ...(late ? { start_at: at } : {}),
    ...(until ? { send_until: new Date(until) } : {}),
  });
  return true;
};
