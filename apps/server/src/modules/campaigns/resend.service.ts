import type { Input } from '@sergak/contract/endpoint.ts';
import type { followUpEndpoints } from '@sergak/contract/campaigns/follow-up.endpoints.ts';
import { iso, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requeueEmails } from '../delivery/public.ts';
import { isAnonymous } from '../directory/public.ts';
import { settleNotifications } from '../notifications/public.ts';
import { failedEmails } from '../results/public.ts';
import * as repo from './campaigns.repo.ts';
import { campaignDetail } from './detail.query.ts';
import { lockActive, spreadRest } from './pause.service.ts';

/**
 * Sends emails of an active campaign again that nobody got, and with `with_unknown` those that perhaps arrived. They wait like
 * unsent ones: every condition of sending holds, and a spread campaign spreads them.
 */
export const resendEmails = async (
  { tx }: Ctx,
  { id, with_unknown }: Input<(typeof followUpEndpoints)['campaigns.resend']>,
) => {
  const campaign = await lockActive(tx, id);
  const at = now();
  if (campaign.end_at <= iso(at)) throw new AppError('campaign.finished', { status: campaign.status });
  const usesResults = !(await isAnonymous(tx));
  const { failed, unknown } = await requeueEmails(tx, id, { withUnknown: with_unknown, usesResults, at: iso(at) });
  if (failed + unknown === 0) throw new AppError('campaign.nothing_to_resend');
  const until = campaign.spread ? await spreadRest(tx, campaign, at) : undefined;
  if (until) await repo.updateCampaignRow(tx, id, { send_until: until });
  await settleNotifications(tx, failedEmails);
  return new Logged(await campaignDetail(tx, id), {
    kind: 'campaign',
    id,
    title: campaign.name,
    details: { affected: failed + unknown, unknown },
  });
};
