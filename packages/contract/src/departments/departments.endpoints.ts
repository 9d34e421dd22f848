import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { countedPeople, peopleIds } from '../employees/people-selection.schema.ts';
import { flag, id, list, listOf, search } from '../paging.ts';
import {
  department, departmentChanges, departmentStatPage, departmentStatQuery, departmentTree, departmentTwins, newDepartment, treeNode,
} from './departments.schema.ts';

const edit = 'admin.staff.employees';
/** Campaigns and assignments choose people too, so everyone with any administrator permission may read departments. */
const readPermission = 'admin';
/** Members of this tag, or learners of this course, are counted as forced. */
const forced = { forced_tag_id: id.optional(), forced_course_id: id.optional() };

export const departmentsEndpoints = defineEndpoints({
  'departments.list': {
    method: 'GET', path: '/departments', permission: readPermission,
    about: 'All departments: “No department” first, then by title.',
    response: list(department),
  },
  'departments.create': {
    method: 'POST', path: '/departments', permission: edit,
    about: 'Adds a department, at the top level or in another department.',
    body: newDepartment, response: department, 
    errors: ['department.not_found', 'department.title_taken', 'department.title_is_path', 'department.is_default', 'department.too_deep'],
    audit: { action: 'department.created' }, touches: ['departments'],
  },
  'departments.update': {
    method: 'PATCH', path: '/departments', permission: edit,
    about: 'Renames a department, or moves it with all its children.',
    body: departmentChanges, response: department,
    errors: [
      'department.not_found', 'department.title_taken', 'department.title_is_path', 'department.is_default', 'department.circle',
      'department.too_deep',       'common.stale_version',
    ],
    audit: { action: 'department.changed' }, touches: ['departments', 'employees'],
  },
  'departments.remove': {
    method: 'DELETE', path: '/departments', permission: edit,
    about: 'Removes departments with all their children. Their people move to “No department”.',
    query: z.strictObject({ department_ids: listOf(id) }), response: z.object({ departments: z.int(), moved_people: z.int() }),
    errors: ['department.not_found', 'department.is_default'],
    audit: { action: 'departments.removed' }, touches: ['departments', 'employees'],
  },
  'departments.twins': {
    method: 'GET', path: '/departments/twins', permission: edit,
    about: 'Pairs of departments in one place whose titles differ in spelling only, such as in the apostrophe; at most 100.',
    response: list(departmentTwins),
  },
  'departments.merge': {
    method: 'POST', path: '/departments/merge', permission: edit,
    about: 'Merges two departments whose titles differ in spelling only: people and child departments of the twin move to the other one. Figures of earlier campaigns and the earlier risk stay with the removed department, and planned follow-ups for it lose its people.',
    body: z.strictObject({ id, twin_id: id }), response: z.object({ departments: z.int(), moved_people: z.int() }),
    errors: ['department.not_found', 'department.not_twins', 'department.is_default', 'department.is_group'],
    audit: { action: 'departments.merged' }, touches: ['departments', 'employees'],
  },
  'departments.stat': {
    method: 'GET', path: '/departments/hierarchy/stat', permission: edit,
    about: 'Departments of one level, with figures that include all their children.',
    query: departmentStatQuery, response: departmentStatPage, errors: ['department.not_found'],
  },
  'departments.users': {
    method: 'GET', path: '/departments/hierarchy/users', permission: readPermission,
    about: 'One level of the people tree: departments, then people. With `search`, matches of all levels.',
    query: z.strictObject({
      search,
      parent_id: id.optional(),
      registered_users_only: flag.default(false),
      ...forced,
      /** Limit for people; the first page contains all departments of the level. */
      limit: z.coerce.number().int().min(1).default(100).transform((n) => Math.min(n, 200)),
      offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    }),
    response: z.object({ data: z.array(treeNode), users_total: z.int() }), errors: ['department.not_found'],
  },
  'departments.nodes': {
    method: 'POST', path: '/departments/hierarchy/nodes', permission: readPermission,
    about: 'The nodes of an earlier selection, each with its path. People and departments that no longer exist are left out.',
    body: z.strictObject({ ids: peopleIds, ...forced }), response: list(treeNode),
    audit: { none: 'it only reads' }, touches: [],
  },
  'departments.tree': {
    method: 'GET', path: '/departments/tree', permission: readPermission,
    about: 'The whole tree of departments with the number of people in each, children included.',
    response: list(departmentTree),
  },
  'departments.users-count': {
    method: 'POST', path: '/departments/tree/users_count', permission: readPermission,
    about: 'Number of people in a choice: departments with all their children, and single people, without the excluded people.',
    body: z.strictObject(countedPeople),
    response: z.object({ users_count: z.int() }),
    audit: { none: 'it only counts' }, touches: [],
  },
});
