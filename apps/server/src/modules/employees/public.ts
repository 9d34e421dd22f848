export { inviteEmployees } from './invitations.service.ts';
export { takeLicences } from './licence.service.ts';
export { sweepRemoved } from './removed.jobs.ts';
