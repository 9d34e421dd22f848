export {
  countCampaignDepartments,
  countCampaigns,
  countCampaignSystems,
  countEmails,
  countSimilar,
  emptyFunnel,
  type Counted,
  type CountedFunnel,
} from './campaign-funnel.query.ts';
export {
  coursesCounts,
  currentProgress,
  currentRiskLevel,
  lastCampaign,
  phishing,
  progressGroupCounts,
  riskGroupCounts,
  riskLevels,
} from './organization.service.ts';
export {
  delivered,
  deliveredEmails,
  findOrganization,
  funnelColumns,
  isLate,
  type FunnelCounts,
  type Organization,
} from './period.query.ts';
export { refreshPeople, storeCourseEffects, storeDailyPoints } from './refresh.service.ts';
export { refreshEverybody } from './statistics.jobs.ts';
export { departments } from './tables.service.ts';
export {
  clearRiskPoints,
  countPersonPoints,
  deleteCourseEffects,
  deletePersonPoints,
  forgetFigures,
  recountDepartments,
} from './retention.repo.ts';
export { reactionFigures } from './reactions.query.ts';
