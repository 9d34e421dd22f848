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
  'public.gotcha': missing,
  'public.privacy-policy': missing,
  'public.agreement': missing,
  'auth.login': missing,
  'auth.policy': missing,
  'auth.registration': missing,
  'auth.recovery': missing,
  'auth.recovery-error': missing,
  'auth.recovery-success': missing,
  'auth.recovery-confirm': missing,

  'statistics.general': missing,
  'statistics.reports': missing,

  'staff.employees': missing,
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
  'settings.emails': missing,
  'admin.profile': missing,

  'learner.statistics': missing,
  'learner.profile': missing,
  'learner.courses': missing,
  'learner.course': missing,
  'learner.module': missing,
  'learner.quiz': missing,
  'learner.quiz-result': missing,
};
