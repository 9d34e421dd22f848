export {
  countCampaignDepartments,
  countCampaigns,
  countCampaignSystems,
  countEmailStates,
  countSimilar,
  emptyFunnel,
  type CountedCampaign,
  type CountedFunnel,
} from './campaign-funnel.query.ts';
export {
  coursesCounts,
  currentProgress,
  currentRiskLevel,
  getLastCampaign,
  phishing,
  progressGroupCounts,
  riskGroupCounts,
  riskLevels,
} from './organization.service.ts';
export {
  delivered,
  deliveredAt,
  deliveredEmails,
  findStatisticsOrganization,
  funnelColumns,
  isLate,
  type FunnelCounts,
  type StatisticsOrganization,
} from './period.query.ts';
export {
  courseFigures,
  departmentCampaigns,
  departmentsBelow,
  emailFigures,
  findDepartmentTitle,
  peopleFigures,
  riskLevelsOn,
  riskPoints,
  subtreeFigures,
  type ReportPeriod,
} from './department.query.ts';
export { filledSubject, type FilledSubject } from './person.service.ts';
export { refreshPeople, refreshCourseEffects, storeDailyPoints } from './refresh.service.ts';
export { refreshEverybody } from './statistics.jobs.ts';
export { departmentTable } from './tables.service.ts';
export {
  clearRiskPoints,
  countPersonPoints,
  deleteCourseEffects,
  deletePersonPoints,
  forgetFigures,
  recountDepartments,
} from './retention.repo.ts';
export { reactionFigures } from './reactions.query.ts';
