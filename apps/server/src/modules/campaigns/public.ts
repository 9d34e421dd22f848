export { sweepCampaigns } from './lifecycle.service.ts';
