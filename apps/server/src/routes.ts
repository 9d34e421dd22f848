import type { Bound } from './platform/http/bind.ts';
import { campaignsRoutes } from './modules/campaigns/campaigns.routes.ts';
import { eventsRoutes } from './modules/events/events.routes.ts';
import { filesRoutes } from './modules/files/files.routes.ts';
import { phishingRoutes } from './modules/phishing/phishing.routes.ts';
import { sessionRoutes } from './modules/session/session.routes.ts';

/** Every call of the server, bound to its handler. */
export const routes: readonly Bound[] = [
  ...sessionRoutes,
  ...eventsRoutes,
  ...filesRoutes,
  ...phishingRoutes,
  ...campaignsRoutes,
];
