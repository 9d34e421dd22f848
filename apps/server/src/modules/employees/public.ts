export { handleRoleChange } from './access.service.ts';
export { lockEmployee, lockRoles, updateEmployee } from './employees.repo.ts';
export { forgetDirectory, linkLines } from './directory-links.repo.ts';
export { addFirstAdministrator, addFirstSuperUser } from './first-administrator.service.ts';
export { stageImport } from './import-read.service.ts';
export { startApplying } from './imports.service.ts';
export { inviteEmployees } from './invitations.service.ts';
export { requireLicence, takeLicences } from './licence.service.ts';
export { currentRoleOf } from './current-role.query.ts';
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
