import { removedEndpoints } from '@sergak/contract/employees/removed.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listRemovals, listRemoved } from './removed.query.ts';
import { restoreEmployee, restoreSelected } from './removed.service.ts';

export const removedRoutes = bind(removedEndpoints, {
  'employees.removed': ({ tx, viewer }, input) => listRemoved(tx, input, viewer.timeZone),
  'employees.removals': async ({ tx, viewer }) => ({ data: await listRemovals(tx, viewer.timeZone) }),
  'employees.restore': restoreEmployee,
  'employees.restore-many': restoreSelected,
});
