import type { Bound } from './platform/http/bind.ts';
import { eventsRoutes } from './modules/events/events.routes.ts';
import { filesRoutes } from './modules/files/files.routes.ts';
import { learnerRoutes } from './modules/learning/learner.routes.ts';
import { learningRoutes } from './modules/learning/learning.routes.ts';
import { libraryRoutes } from './modules/library/library.routes.ts';
import { sessionRoutes } from './modules/session/session.routes.ts';

/** Every call of the server, bound to its handler. */
export const routes: readonly Bound[] = [
  ...sessionRoutes,
  ...eventsRoutes,
  ...filesRoutes,
  ...libraryRoutes,
  ...learningRoutes,
  ...learnerRoutes,
];
