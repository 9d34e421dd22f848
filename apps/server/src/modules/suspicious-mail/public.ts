export { readReport } from './report-message.ts';
export { countMessages, deleteMessages } from './reported-messages.repo.ts';
export { forgetReporters } from './reports.repo.ts';
export { checkSimulation } from './simulation-check.service.ts';
export { takeReports } from './reports.service.ts';
export { waitingReports } from './suspicious.query.ts';
