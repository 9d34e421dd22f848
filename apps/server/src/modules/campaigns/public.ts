export { countApprovers, findAdministrators } from './approval/approval.query.ts';
export { forgetApprovers } from './approval/approval.repo.ts';
export { listCampaigns } from '../results/pages.query.ts';
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
} from '../privacy/results.repo.ts';
export { recordReports } from '../tracking/reports.service.ts';
export { planTagMailing, type TagMailingResult } from './by-tag/by-tag.service.ts';
export type { TagRefusal } from './by-tag/by-tag.query.ts';
