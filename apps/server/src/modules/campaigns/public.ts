export { sweepCampaigns } from './sweep.service.ts';
