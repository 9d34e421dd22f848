import { z } from 'zod';
import { id, page, paging, sortOrder, title } from '../paging.ts';

export const department = z.object({
  id: z.uuid(),
  title: z.string(),
  parent_department_uuid: z.uuid().nullable(),
  is_default: z.boolean(),
  /** People of the department itself, without its children. */
  employees_count: z.int(),
  /** People of the department and of all its children. */
  users_count: z.int(),
  version: z.int(),
});
export type Department = z.output<typeof department>;

/** Two departments of one place whose titles differ in spelling only. */
export const departmentTwins = z.object({
  /** The one that stays if both are merged. */
  keep: department,
  twin: department,
  /** Titles from the top level down to the department that contains both. */
  path: z.array(z.string()),
});
export type DepartmentTwins = z.output<typeof departmentTwins>;

/** A department, with figures that include all its children. */
export const departmentStat = department.extend({
  children_count: z.int(),
  progress: z.number().nullable(),
  risk_level: z.number().nullable().meta({ result: true }),
  phishing_indicator: z.number().nullable().meta({ result: true }),
  /** Probability of an incident in percent: simulated emails that ended in danger, of all delivered ones. */
  incident_risk: z.number().nullable().meta({ result: true }),
});
export type DepartmentStat = z.output<typeof departmentStat>;

export const departmentSortKeys = [
  'NAME',
  'EMPLOYEES',
  'PROGRESS',
  'RISK_LEVEL',
  'PHISHING_INDICATOR',
  'INCIDENT_RISK',
] as const;
export const departmentStatQuery = z.strictObject({
  parent_id: id.optional(),
  sort_by: z.enum(departmentSortKeys).default('NAME'),
  sort_order: sortOrder,
  ...paging,
  /** Number of the page, counted from 0; an alternative to `offset`. */
  page: z.coerce.number().int().min(0).max(1_000_000).optional(),
});
export const departmentStatPage = page(departmentStat).extend({
  /** From the top level down to the requested department. */
  breadcrumbs: z.array(z.object({ id: z.uuid(), title: z.string() })),
});

/** A node of the pickers. `parent` is null at the top level. */
export const treeNode = z.object({
  type: z.enum(['department', 'user']),
  key: z.string(),
  id: z.uuid(),
  title: z.string(),
  /** People in a department with its children; 1 for a person. */
  users_count: z.int(),
  /** Number of these people who already belong to the given tag or learn the given course. The choice cannot remove them. */
  forced_count: z.int(),
  isLeaf: z.boolean(),
  parent: z.uuid().nullable(),
  /** The departments above the node, from the top down; the last one is the parent. */
  path: z.array(z.uuid()),
  /** Position of a person, or path of a department found by search. */
  hint: z.string(),
});
export type TreeNode = z.output<typeof treeNode>;

/** Everything in one department, without people. */
export const departmentTree = z.object({
  type: z.literal('department'),
  key: z.string(),
  id: z.uuid(),
  title: z.string(),
  users_count: z.int(),
  isLeaf: z.boolean(),
  parent: z.uuid().nullable(),
  get children() {
    return z.array(departmentTree);
  },
});
export type DepartmentTree = z.output<typeof departmentTree>;

export const newDepartment = z.strictObject({ title, parent_department_uuid: id.nullable().default(null) });
export const departmentChanges = z.strictObject({
  id,
  title: title.optional(),
  /** Moves the department with all its children; null moves it to the top level. */
  parent_department_uuid: id.nullable().optional(),
  version: z.int().optional(),
});
