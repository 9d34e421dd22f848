import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { historyPage, historyQuery } from './person-history.schema.ts';

// Not in the specification.
export const personHistoryEndpoints = defineEndpoints({
  'person-history.list': {
    method: 'GET', path: '/users/employee/:id/history', permission: 'admin.staff.employees',
    about: 'What happened to a person, newest first: simulated emails and reports (permissions for statistics and campaigns, never in anonymous organisations), courses, and changes (permission for the audit log).',
    params: idParam, query: historyQuery, response: historyPage, errors: ['employee.not_found'],
  },
});
