import { roles } from '../access/roles.ts';

/** Roles that can be required to use an authenticator app: all roles of people. */
export const policyRoles = roles.filter((role) => role !== 'pdf_service');
export type PolicyRole = (typeof policyRoles)[number];
type AppPolicy = { readonly roles: readonly PolicyRole[]; readonly due_on: string | null };
/** Whether a policy for authenticator apps requires an app of fewer roles than the previous one, or from a later day. */
export const loosensPolicy = (before: AppPolicy, after: AppPolicy): boolean =>
  before.roles.some((role) => !after.roles.includes(role)) ||
  (before.due_on !== null && after.due_on !== null && after.due_on > before.due_on);
