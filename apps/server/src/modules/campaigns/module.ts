import type { Module } from '../../platform/module.ts';
import { campaignThings } from './audit-things.query.ts';
import { campaignsRoutes } from './campaigns.routes.ts';
import { draftsRoutes } from './drafts/drafts.routes.ts';
import { followUpRoutes } from './follow-up/follow-up.routes.ts';
import { planEmails } from './launch/planning.jobs.ts';
import { advanceCampaign } from './lifecycle.service.ts';
import { sweepCampaigns } from './sweep.service.ts';
import { waitingApprovals } from './waiting.query.ts';

export const campaignsModule = {
  routes: [...campaignsRoutes, ...draftsRoutes, ...followUpRoutes],
  jobs: {
    'campaigns.plan-emails': planEmails,
    'campaigns.advance': advanceCampaign,
  },
  sweeps: { campaigns: sweepCampaigns },
  auditThings: campaignThings,
  waiting: [waitingApprovals],
} satisfies Module;
