export { mailTransport, readMailSettings, type MailTransport } from './mail-settings.service.ts';
export { previewCaught, startMailbox } from './mailbox.service.ts';
export { ORGANIZATION_HEADER } from './outbox.jobs.ts';
export { sweepEmails } from './retention.repo.ts';
