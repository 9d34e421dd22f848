export { forgetRuns, unlinkCampaigns } from './automation.repo.ts';
