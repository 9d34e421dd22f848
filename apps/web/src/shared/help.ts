import { createContext } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';

/** A chapter of the instructions, and a section of it. */
export type HelpPlace = { readonly chapter: string; readonly section?: string };

/** The chapter that explains a screen. The heads of these pages link to it. */
export const helpOf: Partial<Record<ScreenId, HelpPlace>> = {
  'statistics.general': { chapter: 'reports', section: 'figures' },
  'statistics.reports': { chapter: 'reports' },
  'staff.employees': { chapter: 'staff-import' },
  'staff.tags': { chapter: 'tags' },
  'learning.assigned': { chapter: 'courses', section: 'assign' },
  'learning.assigned-create': { chapter: 'courses', section: 'assign' },
  'learning.courses': { chapter: 'courses' },
  'learning.modules': { chapter: 'courses', section: 'own' },
  'learning.certificates': { chapter: 'courses', section: 'certificates' },
  'phishing.campaigns': { chapter: 'first-campaign' },
  'phishing.campaign-create': { chapter: 'first-campaign' },
  'phishing.campaign-follow-up': { chapter: 'first-campaign', section: 'after' },
  'phishing.by-tags': { chapter: 'tags', section: 'phishing' },
  'phishing.templates': { chapter: 'scenarios' },
  'phishing.template': { chapter: 'scenarios' },
  'phishing.template-new': { chapter: 'scenarios' },
  'phishing.template-edit': { chapter: 'scenarios', section: 'difficulty' },
  'phishing.email-create': { chapter: 'scenarios', section: 'email' },
  'phishing.email-edit': { chapter: 'scenarios', section: 'email' },
  'phishing.page-create': { chapter: 'scenarios', section: 'page' },
  'phishing.page-edit': { chapter: 'scenarios', section: 'page' },
  'phishing.redirect': { chapter: 'scenarios', section: 'redirect' },
  'phishing.suspicious': { chapter: 'reported-mail', section: 'decide' },
  'organization.own': { chapter: 'first-steps' },
  'settings.audit': { chapter: 'roles', section: 'audit' },
  'settings.adfs': { chapter: 'roles', section: 'sign-in' },
  'settings.superusers': { chapter: 'roles' },
  'settings.emails': { chapter: 'mail-gateway', section: 'server' },
  'settings.report-address': { chapter: 'reported-mail' },
};

/** The chapter about the current page. The admin frame sets it; other pages have none. */
export const HelpContext = createContext<HelpPlace | undefined>(undefined);
