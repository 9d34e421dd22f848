export { sweepDomains } from './domain-checks.service.ts';
export { notification } from './notify.service.ts';
export { createOrganization } from './organizations.service.ts';
export { addDueStarterContent, addStarterContent } from './starter.service.ts';
export { pauseAfterRestore } from './restored.service.ts';
export { removeDemo } from './removal.service.ts';
export { sweepReminders } from './reminders.service.ts';
export { sweepUnfinished } from './unfinished.service.ts';
