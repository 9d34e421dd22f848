export { whoWantsEmail } from './emails.service.ts';
export { isOpen } from './notifications.query.ts';
export { forgetReaders } from './notifications.repo.ts';
export { quietUntil } from './quiet.service.ts';
export { settleNotifications } from './settle.service.ts';
