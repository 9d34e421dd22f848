export { addFirstAdministrator } from './first-administrator.service.ts';
export { inviteEmployees } from './invitations.service.ts';
export { takeLicences } from './licence.service.ts';
