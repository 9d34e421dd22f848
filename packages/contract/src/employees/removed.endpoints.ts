import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { employee } from './employees.schema.ts';
import { removalGroup, removedPage, removedQuery, restoreBody, restoredMany, restoreManyBody } from './removed.schema.ts';

const allow = 'admin.staff.employees';

// ours: the specification removes people, but has no way back
export const removedEndpoints = defineEndpoints({
  'employees.removed': {
    method: 'GET', path: '/users/removed', permission: allow,
    about: 'People removed in the last 30 days, the latest first.',
    query: removedQuery, response: removedPage,
  },
  'employees.removals': {
    method: 'GET', path: '/users/removed/groups', permission: allow,
    about: 'Who removed people in the last 30 days, on which day and by which file, the latest first.',
    response: z.object({ data: z.array(removalGroup) }),
  },
  'employees.restore': {
    method: 'POST', path: '/users/employee/:id/restore', permission: allow,
    about: 'Brings a removed person back, within the licence; with another address where the earlier one is taken.',
    params: idParam, body: restoreBody, response: employee,
    errors: ['employee.not_found', 'employee.email_taken', 'employee.role_forbidden', 'licence.users_limit', 'licence.expired'],
    audit: { action: 'employee.restored' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
  'employees.restore-many': {
    method: 'POST', path: '/users/removed/restore', permission: allow,
    about: 'Brings all selected people back, if the licence has room for all; passes over taken addresses and higher roles. More than 2,000 come as a long task, for whom the licence is kept.',
    body: restoreManyBody, response: restoredMany,
    errors: [
      'employee.none_selected', 'employee.not_found', 'employee.selection_changed', 'employee.email_taken',
      'licence.users_limit', 'licence.expired',
    ],
    audit: { action: 'employees.restored' }, touches: ['employees', 'departments', 'tags', 'organizations'], licensed: true,
  },
});
