export { checkDomains } from './domain-checks.service.ts';
export { remindOfLicence } from './licence-reminders.service.ts';
export { installStarter } from './starter.service.ts';
export { removeOrganization } from './removal.service.ts';
export { remindUnregistered } from './reminders.service.ts';
