import { followUpEndpoints } from '@sergak/contract/campaigns/follow-up.endpoints.ts';
import { bind } from '../../../platform/http/bind.ts';
import { findFollowUpChain } from './chain.query.ts';
import { addFollowUp, cancelFollowUp } from './follow-up.service.ts';
import { pauseCampaign, resumeCampaign } from '../pause.service.ts';
import { resendEmails } from '../resend.service.ts';

export const followUpRoutes = bind(followUpEndpoints, {
  'campaigns.chain': async ({ tx }, { id }) => ({ data: await findFollowUpChain(tx, id) }),
  'campaigns.follow-up-add': addFollowUp,
  'campaigns.follow-up-cancel': cancelFollowUp,
  'campaigns.pause': pauseCampaign,
  'campaigns.resume': resumeCampaign,
  'campaigns.resend': resendEmails,
});
