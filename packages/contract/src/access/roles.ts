import { permissions, type Permission } from './permissions.ts';

/** From the least power to the most; nobody grants a role above the own one. */
export const roles = ['employee', 'content_manager', 'operator', 'system_admin', 'super_user', 'pdf_service'] as const;
export type Role = (typeof roles)[number];

/** Roles that the staff forms, imports and the employee API may give. The others are given on the super users page. */
export const assignableRoles = ['employee', 'operator', 'content_manager'] as const;
export type AssignableRole = (typeof assignableRoles)[number];
/** Roles that are given and taken away on the super users page, the highest first. */
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
  // A machine reads figures and reports; the executor refuses it every write.
  pdf_service: ['admin.statistics'],
};

/** The permission tree of a role, as a flat list of dotted names. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => new Set(trees[role]);

/** The roles that carry a permission. */
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

/** Whether somebody of role `giver` may give or take away `role`. */
export const mayGrant = (giver: Role, role: Role): boolean => rank[giver] >= rank[role];

/** Whether a role is `least` or above it: what some calls ask beyond a permission. */
export const isAtLeast = (role: Role, least: Role): boolean => rank[role] >= rank[least];

/**
 * Whether somebody of role `by` may change the address of somebody of role `of`. Whoever can change the address of an account
 * can recover its password, so above `employee` it takes a higher role; the owner confirms a new address in the profile.
 */
export const mayChangeAddress = (by: Role, of: Role): boolean =>
  of === 'employee' ? mayGrant(by, of) : rank[by] > rank[of];
