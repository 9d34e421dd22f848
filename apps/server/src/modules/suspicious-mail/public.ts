export { readReport } from './report-message.ts';
export { forgetReporters } from './reports.repo.ts';
export { takeReports } from './reports.service.ts';
