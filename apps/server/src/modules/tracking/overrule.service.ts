import type { Input } from '@sergak/contract/endpoint.ts';
import type { trackingEndpoints } from '@sergak/contract/tracking/tracking.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { NO_RESULT, raise } from './batch.rules.ts';
import { storeResults } from './events.repo.ts';
import { findTrackedCampaign } from './facts.query.ts';
import { personInCampaign } from '../results/public.ts';
import * as repo from './overrule.repo.ts';

/**
 * Overrules whether a person or a mail scanner made an event. The event is kept, its verdict changes, and the result is
 * computed again. This is the only way in which a result can go down.
 */
export const overruleVerdict = async (ctx: Ctx, input: Input<(typeof trackingEndpoints)['campaigns.overrule']>) => {
  const { tx, viewer } = ctx;
  const campaign = await findTrackedCampaign(tx, input.id);
  if (!campaign) throw new AppError('campaign.not_found');
  const recipient = await repo.lockRecipient(tx, input.id, input.recipient);
  if (!recipient) throw new AppError('recipient.not_found');
  const event = await repo.findEvent(tx, recipient.id, input.event);
  if (!event) throw new AppError('event.not_found');
  await repo.overrule(tx, recipient.id, event.id, input.human, viewer.id);
  const result = await recount(tx, recipient.id, recipient.ended_at);
  if (!campaign.is_testing) {
    if (result !== recipient.result) await enqueue(tx, 'campaigns.react-to-results', { campaign_id: campaign.id });
    // The click may no longer count although the result, data entered, is the same.
    await enqueue(tx, 'statistics.refresh-people', { employee_ids: [recipient.employee_id] });
  }
  return new Logged(await personInCampaign(tx, campaign.id, recipient.id), {
    kind: 'campaign',
    id: campaign.id,
    title: campaign.name,
    changes: { human: [event.human, input.human], result: [recipient.result, result] },
    details: { recipient_id: recipient.id, event: event.kind },
  });
};

/** Computes a result from all events that count, as if they came again, and returns its number. */
const recount = async (tx: Tx, id: number, endedAt: string): Promise<number> => {
  const events = await repo.countedEvents(tx, id);
  const result = events
    .map(({ verdict, os, ...event }) => ({ ...event, os: verdict === 'image_proxy' ? null : os }))
    .reduce((sum, event) => raise(sum, event, endedAt), NO_RESULT);
  await storeResults(tx, [{ ...result, id }]);
  await repo.storeReported(tx, id, events.find(({ kind }) => kind === 'reported')?.at ?? null);
  return result.result;
};
