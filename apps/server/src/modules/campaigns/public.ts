export { countApprovers, findAdministrators } from './approval/approval.query.ts';
export { forgetApprovers } from './approval/approval.repo.ts';
export { listCampaigns } from './campaigns.query.ts';
export {
  type Anonymized,
  anonymizePeople,
  anonymizeResults,
  anonymizeResultsSince,
  clearTraces,
  countPersonalResults,
  countResultsSince,
  countTraces,
  findHeldPeople,
  findUnended,
} from './retention.repo.ts';
export { recordReports } from './reported.service.ts';
export { planTagMailing, type TagMailingResult } from './tag-mailings.service.ts';
export type { TagRefusal } from './tag-mailings.query.ts';
