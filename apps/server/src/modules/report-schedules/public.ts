export { forgetRecipients } from './report-schedules.repo.ts';
