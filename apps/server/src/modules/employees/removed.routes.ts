import { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listRemoved } from './removed.query.ts';
import { restoreEmployee, restoreSelected } from './removed.service.ts';

export const removedRoutes = bind(removedEndpoints, {
  'employees.removed': ({ tx }, input) => listRemoved(tx, input),
  'employees.restore': restoreEmployee,
  'employees.restore-many': restoreSelected,
});
