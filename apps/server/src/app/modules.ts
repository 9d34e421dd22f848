import { auditModule } from '../modules/audit/module.ts';
import { automationModule } from '../modules/automation/module.ts';
import { campaignsModule } from '../modules/campaigns/module.ts';
import { certificatesModule } from '../modules/certificates/module.ts';
import { deliveryModule } from '../modules/delivery/module.ts';
import { departmentsModule } from '../modules/departments/module.ts';
import { directorySyncModule } from '../modules/directory-sync/module.ts';
import { employeesModule } from '../modules/employees/module.ts';
import { filesModule } from '../modules/files/module.ts';
import { gotchaModule } from '../modules/gotcha/module.ts';
import { learningModule } from '../modules/learning/module.ts';
import { libraryModule } from '../modules/library/module.ts';
import { notificationsModule } from '../modules/notifications/module.ts';
import { organizationsModule } from '../modules/organizations/module.ts';
import { packsModule } from '../modules/packs/module.ts';
import { personHistoryModule } from '../modules/person-history/module.ts';
import { phishingModule } from '../modules/phishing/module.ts';
import { privacyModule } from '../modules/privacy/module.ts';
import { reportsModule } from '../modules/reports/module.ts';
import { resultsModule } from '../modules/results/module.ts';
import { rolesModule } from '../modules/roles/module.ts';
import { scimModule } from '../modules/scim/module.ts';
import { scormModule } from '../modules/scorm/module.ts';
import { searchModule } from '../modules/search/module.ts';
import { sessionModule } from '../modules/session/module.ts';
import { settingsModule } from '../modules/settings/module.ts';
import { ssoModule } from '../modules/sso/module.ts';
import { statisticsModule } from '../modules/statistics/module.ts';
import { suspiciousMailModule } from '../modules/suspicious-mail/module.ts';
import { tagsModule } from '../modules/tags/module.ts';
import { tasksModule } from '../modules/tasks/module.ts';
import { trackingModule } from '../modules/tracking/module.ts';
import type { AuditThings } from '../platform/audit-things.ts';
import type { Module } from '../platform/module.ts';
import type { WaitingSource } from '../platform/waiting.ts';
import { reportSchedulesModule } from '../modules/report-schedules/module.ts';

/**
 * Every module of the server. Sweeps run and services start in this order: the mailbox of `settings` before the senders of
 * `delivery`.
 */
const named = [
  sessionModule,
  tasksModule,
  searchModule,
  filesModule,
  libraryModule,
  learningModule,
  scormModule,
  employeesModule,
  rolesModule,
  departmentsModule,
  tagsModule,
  automationModule,
  organizationsModule,
  phishingModule,
  gotchaModule,
  settingsModule,
  campaignsModule,
  trackingModule,
  deliveryModule,
  resultsModule,
  suspiciousMailModule,
  statisticsModule,
  personHistoryModule,
  reportsModule,
  certificatesModule,
  scimModule,
  directorySyncModule,
  ssoModule,
  reportSchedulesModule,
  privacyModule,
  packsModule,
] as const;

const things: AuditThings = Object.assign({}, ...named.map((one) => ('auditThings' in one ? one.auditThings : {})));
const waiting: readonly WaitingSource[] = named.flatMap((one) => ('waiting' in one ? one.waiting : []));
/** All modules. The audit module gets the name lookups of the others, and the notifications what waits in them. */
export const modules = [
  ...named,
  notificationsModule(waiting),
  auditModule(things),
] as const satisfies readonly Module[];
