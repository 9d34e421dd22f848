export { countApprovers, findAdministrators } from './approval/approval.query.ts';
export { listCampaigns } from './campaigns.query.ts';
export { anonymizeResults, clearTraces, countPersonalResults, countTraces } from './retention.repo.ts';
export { recordReports } from './reported.service.ts';
export { planTagMailing, type TagMailingResult } from './tag-mailings.service.ts';
export type { TagRefusal } from './tag-mailings.query.ts';
