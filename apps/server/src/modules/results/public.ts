export { listCampaigns } from './list.query.ts';
export { campaignPage, requireCampaign } from './pages.query.ts';
export { personInCampaign } from './person.query.ts';
export { failedEmails } from './waiting.query.ts';
export { forgetReactions } from './reactions.repo.ts';
