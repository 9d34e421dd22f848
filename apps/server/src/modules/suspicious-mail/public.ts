export { readReport } from './report-message.ts';
export { takeReports } from './reports.service.ts';
