import { auditThings } from './audit-things.ts';
import type { Bound } from './platform/http/bind.ts';
import { automationRoutes } from './modules/automation/automation.routes.ts';
import { campaignsRoutes } from './modules/campaigns/campaigns.routes.ts';
import { departmentsRoutes } from './modules/departments/departments.routes.ts';
import { employeesRoutes } from './modules/employees/employees.routes.ts';
import { importsRoutes } from './modules/employees/imports.routes.ts';
import { removedRoutes } from './modules/employees/removed.routes.ts';
import { powersRoutes } from './modules/employees/powers.routes.ts';
import { auditRoutes } from './modules/audit/audit.routes.ts';
import { eventsRoutes } from './modules/events/events.routes.ts';
import { filesRoutes } from './modules/files/files.routes.ts';
import { learnerRoutes } from './modules/learning/learner.routes.ts';
import { learningRoutes } from './modules/learning/learning.routes.ts';
import { personRoutes } from './modules/learning/person.routes.ts';
import { libraryRoutes } from './modules/library/library.routes.ts';
import { organizationsRoutes } from './modules/organizations/organizations.routes.ts';
import { gotchaRoutes } from './modules/campaigns/tracking/tracking.routes.ts';
import { phishingRoutes } from './modules/phishing/phishing.routes.ts';
import { reportsRoutes } from './modules/reports/reports.routes.ts';
import { sessionRoutes } from './modules/session/session.routes.ts';
import { consentRoutes } from './modules/session/consent.routes.ts';
import { apiTokensRoutes } from './modules/session/api-tokens.routes.ts';
import { statisticsRoutes } from './modules/statistics/statistics.routes.ts';
import { tagsRoutes } from './modules/tags/tags.routes.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';

/** Every call of the server, bound to its handler. */
export const routes: readonly Bound[] = [
  ...sessionRoutes,
  ...apiTokensRoutes,
  ...consentRoutes,
  ...eventsRoutes,
  ...filesRoutes,
  ...libraryRoutes,
  ...learningRoutes,
  ...personRoutes,
  ...learnerRoutes,
  ...employeesRoutes,
  ...importsRoutes,
  ...removedRoutes,
  ...powersRoutes,
  ...departmentsRoutes,
  ...tagsRoutes,
  ...automationRoutes,
  ...organizationsRoutes,
  ...phishingRoutes,
  ...gotchaRoutes,
  ...campaignsRoutes,
  ...settingsRoutes,
  ...auditRoutes(auditThings),
  ...statisticsRoutes,
  ...reportsRoutes,
];
