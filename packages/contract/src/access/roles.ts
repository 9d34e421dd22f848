import { permissions, type Permission } from './permissions.ts';

/** Roles in order of power, the least powerful first. A person cannot grant a role above their own. */
export const roles = ['employee', 'content_manager', 'operator', 'system_admin', 'super_user', 'pdf_service'] as const;
export type Role = (typeof roles)[number];

/** Roles that the staff forms, imports and the employee API may assign. The other roles are assigned on the super users page. */
export const assignableRoles = ['employee', 'operator', 'content_manager'] as const;
export type AssignableRole = (typeof assignableRoles)[number];
/** Roles that are assigned and withdrawn on the super users page, the highest first. */
export const administratorRoles = ['super_user', 'system_admin'] as const;
export type AdministratorRole = (typeof administratorRoles)[number];

const learner: readonly Permission[] = ['user', 'user.statistics', 'user.learning'];
const contentManager: readonly Permission[] = [
  'admin',
  'admin.statistics',
  'admin.learning',
  'admin.learning.courses',
  'admin.learning.assigned',
  ...learner,
];
const operator = permissions.filter((name) => name !== 'admin.settings.settings');

const trees: Record<Role, readonly Permission[]> = {
  employee: learner,
  content_manager: contentManager,
  operator,
  system_admin: operator,
  super_user: permissions,
  // A machine account reads figures and reports; the executor rejects every write.
  pdf_service: ['admin.statistics'],
};

/** Permissions of a role, as a set of dotted names. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => new Set(trees[role]);

/** Roles that have a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  roles.filter((role) => permissionsOf(role).has(permission));

const rank: Record<Role, number> = {
  pdf_service: 0,
  employee: 1,
  content_manager: 2,
  operator: 3,
  system_admin: 4,
  super_user: 5,
};

/** Whether a person with the role `giver` may assign or withdraw `role`. */
export const mayGrant = (giver: Role, role: Role): boolean => rank[giver] >= rank[role];

/** Whether a role is `least` or higher. Some calls require this in addition to a permission. */
export const isAtLeast = (role: Role, least: Role): boolean => rank[role] >= rank[least];

/**
 * Whether a person with the role `by` may change the address of a person with the role `of`. Changing the address of an account
 * is enough to recover its password, so above `employee` a higher role is required. Owners confirm a new address in the profile.
 */
export const mayChangeAddress = (by: Role, of: Role): boolean =>
  of === 'employee' ? mayGrant(by, of) : rank[by] > rank[of];
