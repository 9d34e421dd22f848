import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { PEOPLE_IMPORT_BYTES } from './employees.limits.ts';
import { employeeImport, importLeaversPage, importLeaversQuery, importRowsPage, importRowsQuery, importsPage, importsQuery, importStart, importSampleQuery, startedImport, tableChoice } from './imports.schema.ts';

const allow = 'admin.staff.employees';

export const importsEndpoints = defineEndpoints({
  'imports.read': {
    method: 'POST', path: '/users/employee/csv/info', permission: allow, costs: 'import',
    about: 'Uploads a CSV or XLSX file of people and starts reading it. Nothing changes yet.',
    upload: { file: PEOPLE_IMPORT_BYTES }, response: startedImport, errors: ['import.unreadable', 'request.too_large', 'file.quota', 'licence.expired', 'task.limit'],
    audit: { none: 'nothing of the staff changes until it is confirmed' }, touches: ['imports'], licensed: true,
  },
  // Not in the specification, which uploads files but has no call for their outcome.
  'imports.list': {
    method: 'GET', path: '/users/employee/csv', permission: allow,
    about: 'The imports of the last 30 days, the latest first: who uploaded which file, and the result.',
    query: importsQuery, response: importsPage,
  },
  'imports.sample': {
    method: 'GET', path: '/users/employee/csv/sample', permission: allow,
    about: 'A small file with the headings that an import recognises and two invented people, in the language of the reader.',
    query: importSampleQuery, response: 'file',
  },
  'imports.get': {
    method: 'GET', path: '/users/employee/csv/:id', permission: allow,
    about: 'An import: its columns, its state, and how many people it would add, change and reject.',
    params: idParam, response: employeeImport, errors: ['import.not_found'],
  },
  'imports.rows': {
    method: 'GET', path: '/users/employee/csv/:id/rows', permission: allow,
    about: 'Rows of an import with one verdict, in the order of the file.',
    params: idParam, query: importRowsQuery, response: importRowsPage, errors: ['import.not_found'],
  },
  'imports.leavers': {
    method: 'GET', path: '/users/employee/csv/:id/leavers', permission: allow,
    about: 'The people who would be removed if the import were applied with its leavers. A sync removes only people whom the directory has brought.',
    params: idParam, query: importLeaversQuery, response: importLeaversPage, errors: ['import.not_found'],
  },
  'imports.map-columns': {
    method: 'PATCH', path: '/users/employee/csv/:id/columns', permission: allow, costs: 'import',
    about: 'Chooses the sheet, the line of the headings, the meanings of the columns or the order of full names, and reads the file again. Without `map` the columns are detected again.',
    params: idParam, body: tableChoice, response: startedImport,
    errors: ['import.not_found', 'import.already_started', 'import.columns_missing', 'task.limit'],
    audit: { none: 'nothing of the staff changes until it is confirmed' }, touches: ['imports'],
  },
  'imports.apply': {
    method: 'POST', path: '/users/employee/csv/process', permission: allow, costs: 'import',
    about: 'Confirms an import. Either all of it is applied, or, if the licence is too small or the import is cancelled, none of it. An import that would remove more than a tenth of the people (at least 10, at most 100) is rejected unless `expected_leavers` is their number.',
    body: importStart, response: startedImport,
    errors: ['import.not_found', 'import.already_started', 'import.nothing_to_do', 'import.leavers_many', 'licence.users_limit', 'licence.expired', 'task.limit'],
    audit: { action: 'employees.import_confirmed' }, touches: ['imports', 'employees', 'departments', 'tags', 'organizations'],
    licensed: true,
  },
  'imports.rejected': {
    method: 'GET', path: '/users/employee/csv/:id/rejected', permission: allow,
    about: 'The rejected rows as in the file, with the reasons, as XLSX.',
    params: idParam, response: 'file', errors: ['import.not_found', 'file.not_found'],
  },
});
