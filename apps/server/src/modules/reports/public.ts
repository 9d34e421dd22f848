export { sweepReports } from './reports.service.ts';
