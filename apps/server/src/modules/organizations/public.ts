export { notification } from './notify.service.ts';
export { createOrganization } from './organizations.service.ts';
export { addStarterContent } from './starter.service.ts';
export { pauseAfterRestore } from './restored.service.ts';
export { sweepReminders } from './reminders.service.ts';
export { sweepUnfinished } from './unfinished.service.ts';
