import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { flag, idParam, page, paging, search } from '../paging.ts';
import { NOTE_MAX } from './employees.rules.ts';
import {
  bulkSelection, employee, employeeChanges, employeeListQuery, employeePage, modalPerson, newEmployee, savedEmployee, selectionQuery,
} from './employees.schema.ts';

const allow = 'admin.staff.employees';
const chosen = ['employee.none_selected', 'employee.not_found', 'employee.selection_changed'] as const;
const done = z.object({ count: z.int(), ...longTask });
/** With the ids of those who were removed within the call, so that they can be brought back at once. */
const removed = done.extend({ people: z.array(z.uuid()).optional() });

export const employeesEndpoints = defineEndpoints({
  'employees.list': {
    method: 'GET', path: '/users', permission: allow,
    about: 'People of the organisation by filter, sorted, one page.',
    query: employeeListQuery, response: employeePage,
  },
  'employees.modal': {
    method: 'GET', path: '/users/modal', permission: 'admin',
    about: 'People by name or address, for choosers.',
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
    about: 'Adds a person; with `need_message` an invitation with a registration link is sent. Whose address somebody had who was removed in the last 30 days is told so first, unless `as_new` is said.',
    query: z.strictObject({ need_message: flag.default(false) }), body: newEmployee, response: employee,
    errors: [
      'employee.email_taken', 'employee.was_removed', 'employee.role_forbidden', 'department.not_found', 'licence.users_limit',
      'licence.expired',
    ],
    audit: { action: 'employee.added' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
  'employees.update': {
    method: 'PATCH', path: '/users/employee/:id', permission: allow,
    about: 'Changes a person. A role above the own one cannot be given, taken away or edited. The address of anybody above `employee` is changed by a higher role or, in the profile, by its owner; a new address voids all links and sessions.',
    params: idParam, body: employeeChanges, response: employee,
    errors: [
      'employee.not_found', 'employee.email_taken', 'employee.role_forbidden', 'employee.change_forbidden',
      'employee.address_forbidden', 'employee.own_address', 'employee.own_role', 'department.not_found', 'common.stale_version',
    ],
    audit: { action: 'employee.changed' }, touches: ['employees', 'departments'],
  },
  // ours: one Save of the form is one call
  'employees.save': {
    method: 'POST', path: '/users/employee/:id/save', permission: allow,
    about: 'Saves a person and the tags of the person together: tags are added, then removed, then the fields are saved; on any error nothing is.',
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
    about: 'Removes a person, who cannot sign in any more; results that are known stay.',
    params: idParam, response: z.null(),
    errors: ['employee.not_found', 'employee.removal_forbidden', 'employee.own_removal'],
    audit: { action: 'employee.removed' }, touches: ['employees', 'departments', 'tags', 'organizations'],
  },
  'employees.remove-many': {
    method: 'POST', path: '/users/employee/bulk-delete', permission: allow,
    about: 'Removes all selected people but the caller and those of a higher role; more than 2,000 as the long task named by `event_id`.',
    query: selectionQuery, body: bulkSelection, response: removed, errors: chosen,
    audit: { action: 'employees.removed' }, touches: ['employees', 'departments', 'tags', 'organizations'],
  },
  'employees.reinvite': {
    method: 'POST', path: '/users/reinvite', permission: allow,
    about: 'Sends a fresh registration link to the selected people who are not registered yet; to more than 2,000 as a long task.',
    query: selectionQuery, body: bulkSelection, response: done, errors: [...chosen, 'licence.expired'],
    audit: { action: 'employees.reinvited' }, touches: ['employees'], licensed: true,
  },
  'employees.report': {
    method: 'POST', path: '/users/report', permission: allow,
    about: 'Starts writing the selected people into an XLSX file; the result of the event names it by `file_id`.',
    query: selectionQuery, body: bulkSelection, response: z.object({ event_id: z.uuid() }),
    errors: [...chosen, 'task.limit'],
    audit: { action: 'employees.exported' }, touches: [],
  },
  'employees.note': {
    method: 'GET', path: '/users/:id/note', permission: allow,
    about: 'What administrators noted about a person.',
    params: idParam, response: z.object({ text: z.string() }), errors: ['employee.not_found'],
  },
  'employees.set-note': {
    method: 'PATCH', path: '/users/:id/note', permission: allow,
    about: 'Replaces the note about a person.',
    params: idParam,
    body: z.strictObject({
      text: z.string().trim().max(NOTE_MAX),
      /** The note that was edited; left out, the last writer wins. */
      before: z.string().max(NOTE_MAX).optional(),
    }),
    response: z.object({ text: z.string() }), errors: ['employee.not_found', 'common.stale_version'],
    audit: { action: 'employee.note_changed' }, touches: ['employees'],
  },
});
