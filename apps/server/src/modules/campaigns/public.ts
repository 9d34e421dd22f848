export { listCampaigns } from './campaigns.query.ts';
export { sweepCampaigns } from './lifecycle.service.ts';
