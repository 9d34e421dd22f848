export { forgetRuns, unlinkRunCampaigns } from './automation.repo.ts';
