import type { ComponentType } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import type { Namespace } from '../shared/i18n/use-t.ts';

type Load = () => Promise<{ default: ComponentType }>;
export type Page = { readonly load: Load; readonly texts: readonly Namespace[] };
/** A screen: its lazily loaded component (default export) and the namespaces that it needs in addition to the shared ones. */
const page = (load: Load, ...texts: Namespace[]): Page => ({ load, texts });

const superusersPage = page(() => import('../features/roles/superusers-screen.tsx'), 'roles', 'session__tokens');
const createOrganizationPage = page(() => import('../features/organizations/create-screen.tsx'), 'organizations');
/** The theme editor has an address for each place that it is opened from. */
const themePage = page(() => import('../features/library/theme-screen.tsx'), 'library', 'library__editor');

/** One line for each screen of the contract. A missing or an extra line does not compile. */
export const pages: Record<ScreenId, Page> = {
  'public.gotcha': page(() => import('../features/gotcha/gotcha-screen.tsx'), 'gotcha'),
  'public.certificate': page(
    () => import('../features/certificates/certificate-check-screen.tsx'),
    'certificates__check',
  ),
  'public.privacy-policy': page(() => import('../features/session/privacy-policy-screen.tsx'), 'session__legal'),
  'public.agreement': page(() => import('../features/session/agreement-screen.tsx'), 'session__legal'),
  'auth.login': page(() => import('../features/session/login-screen.tsx'), 'session', 'session__authenticator'),
  'auth.sso': page(() => import('../features/session/sso-return-screen.tsx'), 'session'),
  'auth.policy': page(() => import('../features/session/policy-screen.tsx'), 'session__legal'),
  'auth.registration': page(() => import('../features/session/registration-screen.tsx'), 'session'),
  'auth.recovery': page(() => import('../features/session/recovery-screen.tsx'), 'session'),
  'auth.recovery-error': page(() => import('../features/session/recovery-error-screen.tsx'), 'session'),
  'auth.recovery-success': page(() => import('../features/session/recovery-success-screen.tsx'), 'session'),
  'auth.address-confirm': page(() => import('../features/session/address-confirm-screen.tsx'), 'session'),
  'auth.recovery-confirm': page(() => import('../features/session/recovery-confirm-screen.tsx'), 'session'),

  'statistics.general': page(
    () => import('../features/statistics/general-screen.tsx'),
    'statistics',
    'reports',
    'notifications',
  ),
  'statistics.risk': page(() => import('../features/statistics/risk-screen.tsx'), 'statistics', 'statistics__risk'),
  'statistics.reports': page(() => import('../features/reports/reports-screen.tsx'), 'reports'),

  'staff.employees': page(
    () => import('../features/employees/employees-screen.tsx'),
    'employees',
    'organizations__shell',
  ),
  'staff.departments': page(() => import('../features/employees/departments-screen.tsx'), 'departments'),
  'staff.department': page(
    () => import('../features/employees/department-screen.tsx'),
    'departments',
    'employees',
    'reports',
  ),
  'staff.tags': page(() => import('../features/tags/tags-screen.tsx'), 'tags', 'automation'),
  'staff.employee': page(
    () => import('../features/employees/employee-screen.tsx'),
    'employees__employee',
    'automation',
    'statistics',
    'session__authenticator',
    'audit',
  ),
  'staff.employee-courses': page(
    () => import('../features/employees/employee-courses-screen.tsx'),
    'employees__employee',
    'reports',
  ),
  'staff.employee-course': page(
    () => import('../features/employees/employee-course-screen.tsx'),
    'employees__employee',
    'reports',
  ),
  'staff.employee-attempt': page(
    () => import('../features/employees/employee-attempt-screen.tsx'),
    'employees__employee',
    'reports',
  ),

  'learning.assigned': page(() => import('../features/learning/assigned-screen.tsx'), 'learning'),
  'learning.assigned-create': page(
    () => import('../features/learning/assign-screen.tsx'),
    'learning',
    'library',
    'departments__picker',
  ),
  'learning.assigned-select': page(() => import('../features/learning/select-courses-screen.tsx'), 'learning'),
  'learning.assigned-people': page(
    () => import('../features/learning/assignment-people-screen.tsx'),
    'learning',
    'certificates',
    'reports',
  ),
  'learning.assigned-one': page(
    () => import('../features/learning/assignment-screen.tsx'),
    'learning',
    'certificates',
    'reports',
  ),
  'learning.course-figures': page(() => import('../features/learning/course-figures-screen.tsx'), 'learning'),
  'learning.courses': page(
    () => import('../features/library/courses-screen.tsx'),
    'library',
    'library__starter',
    'packs',
  ),
  'learning.course-preview': page(() => import('../features/library/course-preview-screen.tsx'), 'library'),
  'learning.certificates': page(
    () => import('../features/certificates/certificates-screen.tsx'),
    'certificates',
    'certificates__own',
  ),
  'learning.course-create': page(() => import('../features/library/course-create-screen.tsx'), 'library__editor'),
  'learning.course-edit': page(
    () => import('../features/library/course-edit-screen.tsx'),
    'library',
    'library__editor',
  ),
  'learning.modules': page(() => import('../features/library/modules/modules-screen.tsx'), 'library__slides'),
  'learning.module-preview': page(
    () => import('../features/library/modules/module-preview-screen.tsx'),
    'library',
    'library__slides',
  ),
  'learning.module': page(
    () => import('../features/library/modules/module-screen.tsx'),
    'library',
    'library__slides',
    'library__questions',
    'library__presentations',
  ),
  'learning.themes': page(() => import('../features/library/themes-screen.tsx'), 'library'),
  'learning.theme-new': themePage,
  'learning.theme': themePage,
  'learning.theme-new-in-section': themePage,
  'learning.theme-new-in-course': themePage,
  'learning.theme-in-section': themePage,
  'learning.theme-copy-in-section': themePage,
  'learning.theme-in-course': themePage,
  'learning.theme-copy-in-course': themePage,

  'phishing.campaigns': page(() => import('../features/campaigns/campaigns-screen.tsx'), 'campaigns'),
  'phishing.campaign-create': page(
    () => import('../features/campaigns/create-screen.tsx'),
    'campaigns',
    'phishing',
    'departments__picker',
    'library',
  ),
  'phishing.campaign-follow-up': page(
    () => import('../features/campaigns/follow-up-screen.tsx'),
    'campaigns',
    'phishing',
    'departments__picker',
    'library',
  ),
  'phishing.campaign': page(
    () => import('../features/campaigns/campaign-screen.tsx'),
    'campaigns',
    'phishing',
    'reports',
  ),
  'phishing.campaign-statistics': page(
    () => import('../features/campaigns/statistics-screen.tsx'),
    'campaigns',
    'campaigns__figures',
    'reports',
  ),
  'phishing.campaign-email-statistics': page(
    () => import('../features/campaigns/email-statistics-screen.tsx'),
    'campaigns',
    'campaigns__figures',
    'phishing',
  ),
  'phishing.by-tags': page(() => import('../features/campaigns/by-tags-screen.tsx'), 'campaigns'),
  'phishing.by-tags-campaign': page(
    async () => ({ default: (await import('../features/campaigns/campaign-screen.tsx')).ByTagCampaignScreen }),
    'campaigns',
    'phishing',
    'reports',
  ),
  'phishing.by-tags-campaign-statistics': page(
    async () => ({ default: (await import('../features/campaigns/statistics-screen.tsx')).ByTagStatisticsScreen }),
    'campaigns',
    'campaigns__figures',
    'reports',
  ),
  'phishing.by-tags-email-statistics': page(
    async () => ({
      default: (await import('../features/campaigns/email-statistics-screen.tsx')).ByTagEmailStatisticsScreen,
    }),
    'campaigns',
    'campaigns__figures',
    'phishing',
  ),
  'phishing.templates': page(
    () => import('../features/phishing/templates-screen.tsx'),
    'phishing',
    'phishing__templates',
    'library__starter',
    'packs',
  ),
  'phishing.template': page(
    () => import('../features/phishing/template-screen.tsx'),
    'phishing',
    'phishing__templates',
  ),
  'phishing.redirect': page(() => import('../features/phishing/redirect-screen.tsx'), 'phishing'),
  'phishing.template-new': page(
    () => import('../features/phishing/template-new-screen.tsx'),
    'phishing',
    'phishing__editor',
    'phishing__templates',
  ),
  'phishing.template-edit': page(
    () => import('../features/phishing/template-edit-screen.tsx'),
    'phishing',
    'phishing__editor',
    'phishing__templates',
  ),
  'phishing.page-create': page(
    () => import('../features/phishing/page-create-screen.tsx'),
    'phishing',
    'phishing__editor',
  ),
  'phishing.page-edit': page(() => import('../features/phishing/page-edit-screen.tsx'), 'phishing', 'phishing__editor'),
  'phishing.email-create': page(
    () => import('../features/phishing/email-create-screen.tsx'),
    'phishing',
    'phishing__editor',
    'phishing__templates',
  ),
  'phishing.email-edit': page(
    () => import('../features/phishing/email-edit-screen.tsx'),
    'phishing',
    'phishing__editor',
    'phishing__templates',
  ),
  'phishing.redirect-create': page(
    () => import('../features/phishing/redirect-create-screen.tsx'),
    'phishing',
    'phishing__editor',
  ),
  'phishing.redirect-detail': page(() => import('../features/phishing/redirect-detail-screen.tsx'), 'phishing'),
  'phishing.redirect-edit': page(
    () => import('../features/phishing/redirect-edit-screen.tsx'),
    'phishing',
    'phishing__editor',
  ),
  'phishing.suspicious': page(() => import('../features/suspicious-mail/suspicious-screen.tsx'), 'suspicious'),
  'phishing.verify': page(() => import('../features/suspicious-mail/verify-screen.tsx'), 'suspicious'),

  'organization.own': page(() => import('../features/organizations/organization-screen.tsx'), 'organizations'),
  'organization.create': createOrganizationPage,
  'organization.one': page(() => import('../features/organizations/child-screen.tsx'), 'organizations'),
  'organization.create-child': createOrganizationPage,
  'organization.edit': page(() => import('../features/organizations/edit-screen.tsx'), 'organizations'),
  'organization.statistics': page(
    () => import('../features/statistics/organization-screen.tsx'),
    'statistics',
    'reports',
  ),

  'settings.audit': page(() => import('../features/audit/audit-screen.tsx'), 'audit', 'time_zones'),
  'settings.adfs': page(
    () => import('../features/settings/adfs-screen.tsx'),
    'organizations__sign_in',
    'settings__mail',
    'session',
    'session__authenticator',
    'directory_sync',
    'sso',
    'session__consent',
    'scim',
    'session__tokens',
    'roles',
  ),
  'settings.superusers': superusersPage,
  'settings.superusers-of': superusersPage,
  'settings.settings': page(() => import('../features/settings/settings-screen.tsx'), 'settings'),
  'settings.license': page(() => import('../features/organizations/license-screen.tsx'), 'organizations__licence'),
  'settings.emails': page(() => import('../features/settings/emails-screen.tsx'), 'settings__mail'),
  'settings.report-address': page(
    () => import('../features/suspicious-mail/report-address-screen.tsx'),
    'suspicious__address',
  ),
  'settings.reports': page(
    () => import('../features/report-schedules/report-schedules-screen.tsx'),
    'report_schedules',
  ),
  'settings.overview': page(() => import('../features/settings/overview-screen.tsx'), 'settings__overview'),
  'settings.privacy': page(() => import('../features/privacy/privacy-screen.tsx'), 'privacy'),
  'help.instructions': page(() => import('../features/instructions/instructions-screen.tsx'), 'instructions'),
  'help.change-log': page(() => import('../features/change-log/change-log-screen.tsx'), 'change_log'),
  'admin.profile': page(
    () => import('../features/session/profile-screen.tsx'),
    'session',
    'session__authenticator',
    'certificates__own',
    'privacy__own',
  ),

  'learner.statistics': page(() => import('../features/statistics/my-screen.tsx'), 'statistics'),
  'learner.profile': page(
    () => import('../features/session/profile-screen.tsx'),
    'session',
    'session__authenticator',
    'certificates__own',
    'privacy__own',
  ),
  'learner.courses': page(() => import('../features/learning/my-courses-screen.tsx'), 'learning__learner'),
  'learner.course': page(
    () => import('../features/learning/course-screen.tsx'),
    'learning__learner',
    'certificates__own',
  ),
  'learner.module': page(() => import('../features/learning/module-screen.tsx'), 'learning__learner', 'library'),
  'learner.scorm': page(() => import('../features/learning/scorm-screen.tsx'), 'learning__learner', 'learning__scorm'),
  'learner.quiz': page(() => import('../features/learning/quiz-screen.tsx'), 'learning__learner'),
  'learner.quiz-result': page(() => import('../features/learning/quiz-result-screen.tsx'), 'learning__learner'),

  'notifications.list': page(() => import('../features/notifications/notifications-screen.tsx'), 'notifications'),
};
