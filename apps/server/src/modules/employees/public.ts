export { invitation, removal } from './bulk.service.ts';
export { addFirstAdministrator } from './first-administrator.service.ts';
export { inviteEmployees } from './invitations.service.ts';
export { takeLicences } from './licence.service.ts';
export { sweepImports } from './imports-sweep.service.ts';
export { restoration } from './removed.service.ts';
export { sweepRemoved } from './removed.jobs.ts';
export { standingOf } from './standing.query.ts';
export {
  addBySync,
  changeBySync,
  defaultDepartment,
  lockForSync,
  moveBySync,
  protectingRole,
  removeBySync,
  restoreBySync,
  type SyncedFields,
} from './sync.service.ts';
export { employeeThings } from './audit-things.query.ts';
