import type { Module } from '../../platform/module.ts';
import { campaignThings } from './audit-things.query.ts';
import { campaignsRoutes } from './campaigns.routes.ts';
import { figuresRoutes } from '../results/results.routes.ts';
import { followUpRoutes } from './follow-up/follow-up.routes.ts';
import { advanceCampaign, planEmails } from './launch/planning.jobs.ts';
import { reactToResults } from '../results/reactions.jobs.ts';
import { startSending } from '../delivery/public.ts';
import { sweepCampaigns } from './sweep.service.ts';
import { startTrackingListener } from '../tracking/public.ts';

export const campaignsModule = {
  routes: [...campaignsRoutes, ...figuresRoutes, ...followUpRoutes],
  jobs: {
    'campaigns.plan-emails': planEmails,
    'campaigns.advance': advanceCampaign,
    'campaigns.react-to-results': reactToResults,
  },
  sweeps: { campaigns: sweepCampaigns },
  services: [
    { name: 'tracking', roles: ['all', 'tracking'], start: startTrackingListener },
    { name: 'sending', roles: ['all', 'worker'], start: startSending },
  ],
  auditThings: campaignThings,
} satisfies Module;
