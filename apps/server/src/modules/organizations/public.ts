export { changeRootLicence, LicenceRejected, listRootLicences } from './licence.service.ts';
export { createOrganization } from './organizations.service.ts';
export { addDueStarterContent, addStarterContent } from './starter.service.ts';
export { pauseAfterRestore } from './restored.service.ts';
export { hasDemoOrganization, hasOrganizations, listTitles } from './organizations.query.ts';
export { UnlockRejected, unlockSuperUser } from './unlock.service.ts';
export { forgetReminded } from './reminders.repo.ts';
