import type { ComponentType } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import type { Namespace } from '../shared/i18n/use-t.ts';

type Load = () => Promise<{ default: ComponentType }>;
export type Page = { readonly load: Load; readonly texts: readonly Namespace[] };
/** A screen: its lazily loaded component (default export) and the namespaces it needs besides the shared ones. */
const page = (load: Load, ...texts: Namespace[]): Page => ({ load, texts });
const missing = page(() => import('./missing-screen.tsx'));

/** A screen of the contract without a line here does not compile, and the reverse. One line each. */
export const pages: Record<ScreenId, Page> = {
  'public.gotcha': page(() => import('../features/session/gotcha-screen.tsx'), 'session'),
  'public.privacy-policy': page(() => import('../features/session/privacy-policy-screen.tsx'), 'session__legal'),
  'public.agreement': page(() => import('../features/session/agreement-screen.tsx'), 'session__legal'),
  'auth.login': page(() => import('../features/session/login-screen.tsx'), 'session'),
  'auth.policy': page(() => import('../features/session/policy-screen.tsx'), 'session__legal'),
  'auth.registration': page(() => import('../features/session/registration-screen.tsx'), 'session'),
  'auth.recovery': page(() => import('../features/session/recovery-screen.tsx'), 'session'),
  'auth.recovery-error': page(() => import('../features/session/recovery-error-screen.tsx'), 'session'),
  'auth.recovery-success': page(() => import('../features/session/recovery-success-screen.tsx'), 'session'),
  'auth.recovery-confirm': page(() => import('../features/session/recovery-confirm-screen.tsx'), 'session'),

  'statistics.general': page(() => import('../features/statistics/general-screen.tsx'), 'statistics', 'reports'),
  'statistics.reports': page(() => import('../features/reports/reports-screen.tsx'), 'reports'),

  'staff.employees': page(() => import('../features/employees/employees-screen.tsx'), 'staff__employees'),
  'staff.departments': missing,
  'staff.tags': missing,
  'staff.employee': missing,

  'learning.assigned': missing,
  'learning.assigned-create': missing,
  'learning.assigned-one': missing,
  'learning.courses': missing,
  'learning.course-preview': missing,
  'learning.themes': missing,

  'phishing.campaigns': missing,
  'phishing.campaign-create': missing,
  'phishing.campaign': missing,
  'phishing.campaign-statistics': missing,
  'phishing.by-tags': missing,
  'phishing.templates': missing,
  'phishing.template': missing,
  'phishing.redirect': missing,

  'organization.own': missing,

  'settings.audit': missing,
  'settings.adfs': missing,
  'settings.settings': missing,
  'settings.license': missing,
  'settings.emails': page(() => import('../features/settings/emails-screen.tsx'), 'admin__emails'),
  'admin.profile': page(() => import('../features/session/profile-screen.tsx'), 'session'),

  'learner.statistics': page(() => import('../features/statistics/my-screen.tsx'), 'statistics'),
  'learner.profile': page(() => import('../features/session/profile-screen.tsx'), 'session'),
  'learner.courses': missing,
  'learner.course': missing,
  'learner.module': missing,
  'learner.quiz': missing,
  'learner.quiz-result': missing,
};
