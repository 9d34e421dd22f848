export { readReport } from './report-message.ts';
export { forgetReporters } from './reports.repo.ts';
export { checkSimulation } from './simulation-check.service.ts';
export { takeReports } from './reports.service.ts';
