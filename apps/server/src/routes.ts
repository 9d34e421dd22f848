import type { Bound } from './platform/http/bind.ts';
import { departmentsRoutes } from './modules/departments/departments.routes.ts';
import { employeesRoutes } from './modules/employees/employees.routes.ts';
import { importsRoutes } from './modules/employees/imports.routes.ts';
import { eventsRoutes } from './modules/events/events.routes.ts';
import { filesRoutes } from './modules/files/files.routes.ts';
import { sessionRoutes } from './modules/session/session.routes.ts';
import { tagsRoutes } from './modules/tags/tags.routes.ts';

/** Every call of the server, bound to its handler. */
export const routes: readonly Bound[] = [
  ...sessionRoutes,
  ...eventsRoutes,
  ...filesRoutes,
  ...employeesRoutes,
  ...importsRoutes,
  ...departmentsRoutes,
  ...tagsRoutes,
];
