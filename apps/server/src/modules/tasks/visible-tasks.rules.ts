import type { Permission } from '@sergak/contract/access/permissions.ts';

/** Kinds of tasks that a page shows to all who may open it, with the permission of the page. Others concern their creator alone. */
const pagePermissions: Readonly<Record<string, Permission>> = {
  campaign: 'admin.phishing.campaigns',
  'employees.read-import': 'admin.staff.employees',
  'employees.apply-import': 'admin.staff.employees',
  'directory-sync.read': 'admin.staff.employees',
};

/** Returns the kinds of tasks that concern a person with these permissions, whoever started them. */
export const kindsVisibleTo = (permissions: ReadonlySet<Permission>): string[] =>
  Object.entries(pagePermissions)
    .filter(([, permission]) => permissions.has(permission))
    .map(([kind]) => kind);
