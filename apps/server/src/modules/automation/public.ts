export { sweepAutomation } from './automation.jobs.ts';
