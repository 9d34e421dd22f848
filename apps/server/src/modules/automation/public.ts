export { unlinkCampaigns } from './automation.repo.ts';
