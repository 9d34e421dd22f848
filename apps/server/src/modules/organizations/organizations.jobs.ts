export { checkDomains } from './domain-checks.service.ts';
export { installStarter } from './starter.service.ts';
export { removeOrganization } from './removal.service.ts';
export { remindUnregistered } from './reminders.service.ts';
