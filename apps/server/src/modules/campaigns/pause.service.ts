import type { Input } from '@sergak/contract/endpoint.ts';
import type { followUpEndpoints } from '@sergak/contract/campaigns/follow-up.endpoints.ts';
import { spreadOver, workingSpans } from '@sergak/contract/campaigns/schedule.rules.ts';
import { iso, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { campaignDetail } from './detail.query.ts';
import type { CampaignRecord } from './campaigns.repo.ts';
import { moveUnsent, unsentInOrder } from '../delivery/public.ts';
import * as repo from './campaigns.repo.ts';
import { findCampaignOrganization } from './organization.query.ts';

type In<K extends keyof typeof followUpEndpoints> = Input<(typeof followUpEndpoints)[K]>;

const BATCH = 10_000;

/** Locks a campaign that is active, paused or not; throws for others. */
export const lockActive = async (tx: Tx, id: string): Promise<CampaignRecord> => {
  const campaign = await repo.lockCampaign(tx, id);
  if (!campaign) throw new AppError('campaign.not_found');
  const { status } = campaign;
  if (status === 'completed' || status === 'failed') throw new AppError('campaign.finished', { status });
  if (status !== 'active') throw new AppError('campaign.not_active', { status });
  return campaign;
};

/**
 * Pauses an active campaign. Nothing more is handed over to a mail server; senders put back the emails they have claimed.
 * Results are recorded as before, and the campaign still ends at its end.
 */
export const pauseCampaign = async ({ tx }: Ctx, { id }: In<'campaigns.pause'>) => {
  const campaign = await lockActive(tx, id);
  if (campaign.paused_at !== null) throw new AppError('campaign.paused');
  await repo.updateCampaignRow(tx, id, { paused_at: now() });
  const answer = await campaignDetail(tx, id);
  const waiting = answer.users_count - answer.sending.sent - answer.sending.failed - answer.sending.unknown;
  return new Logged(answer, { kind: 'campaign', id, title: campaign.name, details: { affected: waiting } });
};

/**
 * The working hours for the unsent emails: until the planned end of sending; if too little of it is left, sending ends later
 * by the length of a pause, or at the end of the campaign.
 */
const remaining = async (tx: Tx, campaign: CampaignRecord, at: Date) => {
  const organization = await findCampaignOrganization(tx);
  const end = Date.parse(campaign.end_at);
  const planned = Date.parse(campaign.send_until ?? campaign.end_at);
  const later = planned + (campaign.paused_at === null ? 0 : at.getTime() - Date.parse(campaign.paused_at));
  return [planned, later, end]
    .map((until) => Math.min(until, end))
    .map((until) => ({ until, spans: workingSpans(at.getTime(), until, organization) }))
    .find(({ spans }) => spans.length > 0);
};

/** Spreads the unsent emails of a campaign, whose row is locked, over the remaining working hours. */
export const spreadRest = async (tx: Tx, campaign: CampaignRecord, at: Date): Promise<Date | undefined> => {
  const found = await remaining(tx, campaign, at);
  if (!found) return undefined;
  const ids = await unsentInOrder(tx, campaign.id);
  const moments = spreadOver(found.spans, ids.length);
  for (let done = 0; done < ids.length; done += BATCH) {
    const some = ids.slice(done, done + BATCH);
    const times = some.map((_, n) => iso(new Date(moments[done + n]!)));
    await moveUnsent(tx, campaign.id, some, times, 'active');
  }
  return new Date(found.until);
};

/** Resumes a paused campaign; what is left of a spread campaign is spread again, so that it is not sent in one burst. */
export const resumeCampaign = async ({ tx }: Ctx, { id }: In<'campaigns.resume'>) => {
  const campaign = await lockActive(tx, id);
  const at = now();
  if (campaign.paused_at === null) throw new AppError('campaign.not_paused');
  if (campaign.end_at <= iso(at)) throw new AppError('campaign.finished', { status: campaign.status });
  const until = campaign.spread ? await spreadRest(tx, campaign, at) : undefined;
  await repo.updateCampaignRow(tx, id, { paused_at: null, ...(until ? { send_until: until } : {}) });
  const answer = await campaignDetail(tx, id);
  const { queued, retry } = answer.sending;
  return new Logged(answer, { kind: 'campaign', id, title: campaign.name, details: { affected: queued + retry } });
};
