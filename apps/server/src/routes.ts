import type { Bound } from './platform/http/bind.ts';
import { eventsRoutes } from './modules/events/events.routes.ts';
import { phishingRoutes } from './modules/phishing/phishing.routes.ts';

/** Every call of the server, bound to its handler. */
export const routes: readonly Bound[] = [...eventsRoutes, ...phishingRoutes];
