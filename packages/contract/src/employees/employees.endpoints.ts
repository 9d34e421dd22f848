import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { flag, idParam, page, paging, search } from '../paging.ts';
import { NOTE_MAX } from './employees.rules.ts';
import {
  employee, employeeChanges, employeeListQuery, employeePage, modalPerson, newEmployee, savedEmployee,
} from './employees.schema.ts';
import { bulkSelection, selectionQuery } from './people-selection.schema.ts';

const allow = 'admin.staff.employees';
const chosen = ['employee.none_selected', 'employee.not_found', 'employee.selection_changed'] as const;
const done = z.object({ count: z.int(), ...longTask });
/** Includes the ids of people removed within the call, so that the web can restore them at once. */
const removed = done.extend({ people: z.array(z.uuid()).optional() });

export const employeesEndpoints = defineEndpoints({
  'employees.list': {
    method: 'GET', path: '/users', permission: allow,
    about: 'People of the organisation by filter, sorted, one page.',
    query: employeeListQuery, response: employeePage,
  },
  'employees.modal': {
    method: 'GET', path: '/users/modal', permission: 'admin',
    about: 'People by name or address, for pickers.',
    query: z.strictObject({
      search, sort: z.enum(['asc', 'desc']).default('asc'),
      registered_users_only: flag.default(false), ...paging,
    }),
    response: page(modalPerson),
  },
  'employees.get': {
    method: 'GET', path: '/users/employee/:id', permission: allow,
    about: 'One person with department, tags and figures.',
    params: idParam, response: employee, errors: ['employee.not_found'],
  },
  'employees.add': {
    method: 'POST', path: '/users/employee/add', permission: allow,
    about: 'Adds a person; with `need_message` the person gets an invitation with a registration link. Returns 409 `employee.was_removed` if a person with this address was removed in the last 30 days; send `as_new: true` to create a new person.',
    query: z.strictObject({ need_message: flag.default(false) }), body: newEmployee, response: employee,
    errors: [
      'employee.email_taken', 'employee.was_removed', 'employee.role_forbidden', 'department.not_found', 'licence.users_limit',
      'licence.expired',
    ],
    audit: { action: 'employee.added' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
  'employees.update': {
    method: 'PATCH', path: '/users/employee/:id', permission: allow,
    about: 'Changes a person. A role above the caller’s cannot be assigned, withdrawn or edited. The address of a person above `employee` can be changed by a higher role or, in the profile, by its owner. A new address revokes all links and sessions.',
    params: idParam, body: employeeChanges, response: employee,
    errors: [
      'employee.not_found', 'employee.email_taken', 'employee.role_forbidden', 'employee.change_forbidden',
      'employee.address_forbidden', 'employee.own_address', 'employee.own_role', 'department.not_found', 'common.stale_version',
    ],
    audit: { action: 'employee.changed' }, touches: ['employees', 'departments'],
  },
  // Not in the specification: one click on Save of the form is one call.
  'employees.save': {
    method: 'POST', path: '/users/employee/:id/save', permission: allow,
    about: 'Saves a person and the person’s tags together: tags are added, then removed, then the fields are saved. On any error nothing is stored.',
    params: idParam, body: savedEmployee, response: employee,
    errors: [
      'employee.not_found', 'employee.email_taken', 'employee.role_forbidden', 'employee.change_forbidden',
      'employee.address_forbidden', 'employee.own_address', 'employee.own_role', 'department.not_found',
      'common.stale_version', 'tag.not_found', 'tag.system_tag',
    ],
    audit: { action: 'employee.changed' }, touches: ['employees', 'departments', 'tags', 'automation'],
  },
  'employees.remove': {
    method: 'DELETE', path: '/users/employee/:id', permission: allow,
    about: 'Removes a person, who can no longer sign in. Recorded results are kept.',
    params: idParam, response: z.null(),
    errors: ['employee.not_found', 'employee.removal_forbidden', 'employee.own_removal'],
    audit: { action: 'employee.removed' }, touches: ['employees', 'departments', 'tags', 'organizations'],
  },
  'employees.remove-many': {
    method: 'POST', path: '/users/employee/bulk-delete', permission: allow, costs: 'bulk',
    about: 'Removes all selected people except the caller and people with a higher role. More than 2,000 people are removed by the long task `task_id`.',
    query: selectionQuery, body: bulkSelection, response: removed, errors: chosen,
    audit: { action: 'employees.removed' }, touches: ['employees', 'departments', 'tags', 'organizations'],
  },
  'employees.reinvite': {
    method: 'POST', path: '/users/reinvite', permission: allow, costs: 'bulk',
    about: 'Sends a new registration link to the selected people who are not registered. More than 2,000 people are handled by a long task.',
    query: selectionQuery, body: bulkSelection, response: done, errors: [...chosen, 'licence.expired'],
    audit: { action: 'employees.reinvited' }, touches: ['employees'], licensed: true,
  },
  'employees.report': {
    method: 'POST', path: '/users/report', permission: allow, costs: 'report',
    about: 'Starts the export of the selected people to an XLSX file. `GET /reports/{id}` tells its address; the result of the event contains its `file_id`.',
    query: selectionQuery, body: bulkSelection, response: z.object({ id: z.uuid(), task_id: z.uuid(), status: z.literal('in_progress'), url: z.null() }),
    errors: [...chosen, 'task.limit'],
    audit: { action: 'employees.exported' }, touches: [],
  },
  'employees.note': {
    method: 'GET', path: '/users/:id/note', permission: allow,
    about: 'The note of the administrators about a person.',
    params: idParam, response: z.object({ text: z.string() }), errors: ['employee.not_found'],
  },
  'employees.set-note': {
    method: 'PATCH', path: '/users/:id/note', permission: allow,
    about: 'Replaces the note about a person.',
    params: idParam,
    body: z.strictObject({
      text: z.string().trim().max(NOTE_MAX),
      /** The note as it was edited. Without it, the last write wins. */
      before: z.string().max(NOTE_MAX).optional(),
    }),
    response: z.object({ text: z.string() }), errors: ['employee.not_found', 'common.stale_version'],
    audit: { action: 'employee.note_changed' }, touches: ['employees'],
  },
});
