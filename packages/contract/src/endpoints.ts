import { certificatesEndpoints } from './certificates/certificates.endpoints.ts';
import { auditEndpoints } from './audit/audit.endpoints.ts';
import { automationEndpoints } from './automation/automation.endpoints.ts';
import { coursesByTagEndpoints } from './automation/courses-by-tag.endpoints.ts';
import { departmentsEndpoints } from './departments/departments.endpoints.ts';
import { employeesEndpoints } from './employees/employees.endpoints.ts';
import { importsEndpoints } from './employees/imports.endpoints.ts';
import { removedEndpoints } from './employees/removed.endpoints.ts';
import { searchEndpoints } from './search/search.endpoints.ts';
import { rolesEndpoints } from './roles/roles.endpoints.ts';
import { tasksEndpoints } from './tasks/tasks.endpoints.ts';
import { attachmentEndpoints } from './phishing/attachments.endpoints.ts';
import { phishingEndpoints } from './phishing/phishing.endpoints.ts';
import { templatesEndpoints } from './phishing/templates.endpoints.ts';
import { starterTemplatesEndpoints } from './phishing/starter.endpoints.ts';
import { picturesEndpoints } from './phishing/pictures.endpoints.ts';
import { campaignsEndpoints } from './campaigns/campaigns.endpoints.ts';
import { draftsEndpoints } from './campaigns/drafts.endpoints.ts';
import { followUpEndpoints } from './campaigns/follow-up.endpoints.ts';
import { deliveryEndpoints } from './delivery/delivery.endpoints.ts';
import { trackingEndpoints } from './tracking/tracking.endpoints.ts';
import { resultsEndpoints } from './results/results.endpoints.ts';
import { gotchaEndpoints } from './gotcha/gotcha.endpoints.ts';
import { learnerEndpoints } from './learning/learner.endpoints.ts';
import { learningEndpoints } from './learning/learning.endpoints.ts';
import { scormAssignedEndpoints } from './learning/scorm-assigned.endpoints.ts';
import { personEndpoints } from './learning/person.endpoints.ts';
import { coursesEndpoints } from './library/courses.endpoints.ts';
import { themesEndpoints } from './library/themes.endpoints.ts';
import { packagesEndpoints } from './scorm/packages.endpoints.ts';
import { libraryEndpoints } from './library/library.endpoints.ts';
import { starterCoursesEndpoints } from './library/starter.endpoints.ts';
import { modulesEndpoints } from './library/modules.endpoints.ts';
import { slidesEndpoints } from './library/slides.endpoints.ts';
import { questionsEndpoints } from './library/questions.endpoints.ts';
import { packsEndpoints } from './packs/packs.endpoints.ts';
import { presentationsEndpoints } from './library/presentations.endpoints.ts';
import { reportsEndpoints } from './reports/reports.endpoints.ts';
import { runtimeEndpoints } from './scorm/runtime.endpoints.ts';
import { filesEndpoints } from './files/files.endpoints.ts';
import { organizationsEndpoints } from './organizations/organizations.endpoints.ts';
import { sessionEndpoints } from './session/session.endpoints.ts';
import { ownSessionsEndpoints } from './session/own-sessions.endpoints.ts';
import { featuresEndpoints } from './session/features.endpoints.ts';
import { consentEndpoints } from './session/consent.endpoints.ts';
import { apiTokensEndpoints } from './session/api-tokens.endpoints.ts';
import { authenticatorEndpoints } from './session/authenticator.endpoints.ts';
import { scimEndpoints } from './scim/scim.endpoints.ts';
import { ssoEndpoints } from './sso/sso.endpoints.ts';
import { settingsEndpoints } from './settings/settings.endpoints.ts';
import { directorySyncEndpoints } from './directory-sync/directory-sync.endpoints.ts';
import { suspiciousMailEndpoints } from './suspicious-mail/suspicious-mail.endpoints.ts';
import { insightsEndpoints } from './statistics/insights.endpoints.ts';
import { statisticsEndpoints } from './statistics/statistics.endpoints.ts';
import { personHistoryEndpoints } from './person-history/person-history.endpoints.ts';
import { privacyEndpoints } from './privacy/privacy.endpoints.ts';
import { tagsEndpoints } from './tags/tags.endpoints.ts';
import { reportSchedulesEndpoints } from './report-schedules/report-schedules.endpoints.ts';
import { notificationsEndpoints } from './notifications/notifications.endpoints.ts';

/** Every call of the product. The API reference, the walking tests and the web's typed calls are generated from this table. */
export const endpoints = {
  ...sessionEndpoints,
  ...searchEndpoints,
  ...apiTokensEndpoints,
  ...authenticatorEndpoints,
  ...ownSessionsEndpoints,
  ...consentEndpoints,
  ...tasksEndpoints,
  ...employeesEndpoints,
  ...importsEndpoints,
  ...removedEndpoints,
  ...rolesEndpoints,
  ...personHistoryEndpoints,
  ...departmentsEndpoints,
  ...tagsEndpoints,
  ...automationEndpoints,
  ...coursesByTagEndpoints,
  ...phishingEndpoints,
  ...attachmentEndpoints,
  ...templatesEndpoints,
  ...picturesEndpoints,
  ...starterTemplatesEndpoints,
  ...campaignsEndpoints,
  ...draftsEndpoints,
  ...followUpEndpoints,
  ...deliveryEndpoints,
  ...trackingEndpoints,
  ...resultsEndpoints,
  ...gotchaEndpoints,
  ...suspiciousMailEndpoints,
  ...directorySyncEndpoints,
  ...filesEndpoints,
  ...libraryEndpoints,
  ...coursesEndpoints,
  ...themesEndpoints,
  ...starterCoursesEndpoints,
  ...modulesEndpoints,
  ...slidesEndpoints,
  ...questionsEndpoints,
  ...presentationsEndpoints,
  ...packsEndpoints,
  ...learningEndpoints,
  ...packagesEndpoints,
  ...scormAssignedEndpoints,
  ...personEndpoints,
  ...learnerEndpoints,
  ...runtimeEndpoints,
  ...organizationsEndpoints,
  ...settingsEndpoints,
  ...scimEndpoints,
  ...ssoEndpoints,
  ...auditEndpoints,
  ...statisticsEndpoints,
  ...insightsEndpoints,
  ...reportsEndpoints,
  ...certificatesEndpoints,
  ...reportSchedulesEndpoints,
  ...privacyEndpoints,
  ...featuresEndpoints,
  ...notificationsEndpoints,
};
export type EndpointTable = typeof endpoints;
export type EndpointId = keyof EndpointTable;
