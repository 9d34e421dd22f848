import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { employee } from './employees.schema.ts';
import { removalGroup, removedPage, removedQuery, restoreBody, restoredMany, restoreManyBody } from './removed.schema.ts';

const allow = 'admin.staff.employees';

// Not in the specification, which removes people but cannot restore them.
export const removedEndpoints = defineEndpoints({
  'employees.removed': {
    method: 'GET', path: '/users/removed', permission: allow,
    about: 'People removed in the last 30 days, the latest first.',
    query: removedQuery, response: removedPage,
  },
  'employees.removals': {
    method: 'GET', path: '/users/removed/groups', permission: allow,
    about: 'Removals of the last 30 days, the latest first: author, day and import file.',
    response: z.object({ data: z.array(removalGroup) }),
  },
  'employees.restore': {
    method: 'POST', path: '/users/employee/:id/restore', permission: allow,
    about: 'Restores a removed person, within the licence; with another address if the earlier one is taken.',
    params: idParam, body: restoreBody, response: employee,
    errors: ['employee.not_found', 'employee.email_taken', 'employee.restore_forbidden', 'employee.address_forbidden', 'licence.users_limit', 'licence.expired'],
    audit: { action: 'employee.restored' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
  'employees.restore-many': {
    method: 'POST', path: '/users/removed/restore', permission: allow, costs: 'bulk',
    about: 'Restores all selected people, if the licence has enough seats. People with taken addresses or higher roles are skipped. More than 2,000 people are restored by a long task that reserves the seats.',
    body: restoreManyBody, response: restoredMany,
    errors: [
      'employee.none_selected', 'employee.not_found', 'employee.selection_changed', 'employee.email_taken',
      'licence.users_limit', 'licence.expired',
    ],
    audit: { action: 'employees.restored' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
});
