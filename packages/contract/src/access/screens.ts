import type { Permission } from './permissions.ts';
import { phishingScreens } from './phishing-screens.ts';
import type { Role } from './roles.ts';

/** Sections of the menu, in display order. */
export const menuSections = [
  'statistics',
  'staff',
  'learning',
  'phishing',
  'organization',
  'settings',
  'help',
] as const;
export type MenuSection = (typeof menuSections)[number];

export type Screen = {
  readonly path: `/lk${string}`;
  readonly permission: Permission | 'public';
  /** The frame around the page; `bare` has none (sign-in, public pages). */
  readonly frame: 'admin' | 'learner' | 'bare';
  /** Position of the page in the menu; a page `under` another one has no line of its own and marks the line of that page. */
  readonly menu?: {
    readonly section: MenuSection;
    readonly order: number;
    readonly under?: string;
    /** For some roles, section 2 of document 1 lists pages in another order. */
    readonly orderOf?: Partial<Record<Role, number>>;
  };
  /** Position of the page in the bar of the learner side. */
  readonly tab?: number;
};

/**
 * Every page: its address, who may open it, its frame and its position in the menu. This table is the only source of the
 * routes, guards and menus of the web.
 */
export const screens = {
  'public.gotcha': { path: '/lk/phishing/gotcha', permission: 'public', frame: 'bare' },
  'public.certificate': { path: '/lk/certificate/$number', permission: 'public', frame: 'bare' },
  'public.privacy-policy': { path: '/lk/privacy-policy', permission: 'public', frame: 'bare' },
  'public.agreement': { path: '/lk/agreement', permission: 'public', frame: 'bare' },
  'auth.login': { path: '/lk/auth/login', permission: 'public', frame: 'bare' },
  'auth.sso': { path: '/lk/auth/sso', permission: 'public', frame: 'bare' },
  'auth.policy': { path: '/lk/auth/policy', permission: 'public', frame: 'bare' },
  'auth.registration': { path: '/lk/auth/registration/$registration_token', permission: 'public', frame: 'bare' },
  'auth.recovery': { path: '/lk/auth/password/recovery', permission: 'public', frame: 'bare' },
  'auth.recovery-error': { path: '/lk/auth/password/recovery/error', permission: 'public', frame: 'bare' },
  'auth.recovery-success': { path: '/lk/auth/password/recovery/success', permission: 'public', frame: 'bare' },
  'auth.recovery-confirm': {
    path: '/lk/auth/password/recovery/confirm/$recovery_token',
    permission: 'public',
    frame: 'bare',
  },
  'auth.address-confirm': { path: '/lk/auth/address/confirm/$address_token', permission: 'public', frame: 'bare' },

  'statistics.general': {
    path: '/lk/admin/statistics/general-statictics', // spelled so by the specification
    permission: 'admin.statistics',
    frame: 'admin',
    menu: { section: 'statistics', order: 10 },
  },
  'statistics.reports': {
    path: '/lk/admin/statistics/reports',
    permission: 'admin.statistics',
    frame: 'admin',
    menu: { section: 'statistics', order: 20 },
  },

  'statistics.risk': {
    path: '/lk/admin/statistics/risk',
    permission: 'admin.statistics',
    frame: 'admin',
    menu: { section: 'statistics', order: 15, under: 'statistics.general' },
  },

  'staff.employees': {
    path: '/lk/admin/staff/employees',
    permission: 'admin.staff.employees',
    frame: 'admin',
    menu: { section: 'staff', order: 10 },
  },
  'staff.departments': {
    path: '/lk/admin/staff/departments',
    permission: 'admin.staff.employees',
    frame: 'admin',
    menu: { section: 'staff', order: 20, under: 'staff.employees' },
  },
  // Not in the specification.
  'staff.department': {
    path: '/lk/admin/staff/departments/$department_id',
    permission: 'admin.staff.employees',
    frame: 'admin',
  },
  'staff.tags': {
    path: '/lk/admin/staff/tags',
    permission: 'admin.staff.tags',
    frame: 'admin',
    menu: { section: 'staff', order: 30 },
  },
  'staff.employee': {
    path: '/lk/admin/staff/employees/$employee_id',
    permission: 'admin.staff.employees',
    frame: 'admin',
  },
  'staff.employee-courses': {
    path: '/lk/admin/staff/employees/$employee_id/assigned-courses',
    permission: 'admin.staff.employees',
    frame: 'admin',
  },
  'staff.employee-course': {
    path: '/lk/admin/staff/employees/$employee_id/courses/$course_id',
    permission: 'admin.staff.employees',
    frame: 'admin',
  },
  'staff.employee-attempt': {
    path: '/lk/admin/staff/employees/$employee_id/courses/$course_id/attempts/$attempt_id',
    permission: 'admin.staff.employees',
    frame: 'admin',
  },

  'learning.assigned': {
    path: '/lk/admin/learning/assigned',
    permission: 'admin.learning.assigned',
    frame: 'admin',
    menu: { section: 'learning', order: 10 },
  },
  'learning.assigned-create': {
    path: '/lk/admin/learning/assigned/create',
    permission: 'admin.learning.assigned',
    frame: 'admin',
  },
  'learning.assigned-select': {
    path: '/lk/admin/learning/assigned/select',
    permission: 'admin.learning.assigned',
    frame: 'admin',
  },
  'learning.assigned-people': {
    path: '/lk/admin/learning/assigned/$course_id/employees',
    permission: 'admin.learning.assigned',
    frame: 'admin',
  },
  'learning.assigned-one': {
    path: '/lk/admin/learning/assigned/$course_id',
    permission: 'admin.learning.assigned',
    frame: 'admin',
  },
  'learning.courses': {
    path: '/lk/admin/learning/courses',
    permission: 'admin.learning.courses',
    frame: 'admin',
    menu: { section: 'learning', order: 20 },
  },
  'learning.course-create': {
    path: '/lk/admin/learning/courses/create',
    permission: 'admin.learning.courses',
    frame: 'admin',
  },
  'learning.course-edit': {
    path: '/lk/admin/learning/courses/edit/$course_id',
    permission: 'admin.learning.courses',
    frame: 'admin',
  },
  'learning.course-preview': {
    path: '/lk/admin/learning/courses/preview/$course_id',
    permission: 'admin.learning.courses',
    frame: 'admin',
  },
  // Not in the specification: how a course goes over all its assignments.
  'learning.course-figures': {
    path: '/lk/admin/learning/courses/$course_id/figures',
    permission: 'admin.learning.assigned',
    frame: 'admin',
  },
  'learning.modules': {
    path: '/lk/admin/learning/modules',
    permission: 'admin.learning',
    frame: 'admin',
    menu: { section: 'learning', order: 35, under: 'learning.themes' },
  },
  'learning.module-preview': {
    path: '/lk/admin/learning/modules/preview/$module_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  // Not in the specification, which names the list and the preview of modules but no editor.
  'learning.module': {
    path: '/lk/admin/learning/modules/$module_id',
    permission: 'admin.learning.courses',
    frame: 'admin',
  },
  'learning.themes': {
    path: '/lk/admin/learning/themes',
    permission: 'admin.learning',
    frame: 'admin',
    menu: { section: 'learning', order: 30 },
  },
  'learning.certificates': {
    path: '/lk/admin/learning/certificates',
    permission: 'admin.learning.assigned',
    frame: 'admin',
    menu: { section: 'learning', order: 40 },
  },
  'learning.theme-new': {
    path: '/lk/admin/learning/themes/new',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme': {
    path: '/lk/admin/learning/themes/$theme_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-new-in-section': {
    path: '/lk/admin/learning/themes/new/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-new-in-course': {
    path: '/lk/admin/learning/themes/new/course/$course_id/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-in-section': {
    path: '/lk/admin/learning/themes/$theme_id/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-copy-in-section': {
    path: '/lk/admin/learning/themes/new/$theme_id/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-in-course': {
    path: '/lk/admin/learning/themes/$theme_id/course/$course_id/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },
  'learning.theme-copy-in-course': {
    path: '/lk/admin/learning/themes/new/$theme_id/course/$course_id/section/$section_id',
    permission: 'admin.learning',
    frame: 'admin',
  },

  ...phishingScreens,

  'organization.own': {
    path: '/lk/admin/organization',
    permission: 'admin.organization',
    frame: 'admin',
    menu: { section: 'organization', order: 10 },
  },
  'organization.create': { path: '/lk/admin/organization/create', permission: 'admin.organization', frame: 'admin' },
  'organization.one': {
    path: '/lk/admin/organization/$organization_id',
    permission: 'admin.organization',
    frame: 'admin',
  },
  'organization.create-child': {
    path: '/lk/admin/organization/$organization_id/create',
    permission: 'admin.organization',
    frame: 'admin',
  },
  'organization.edit': {
    path: '/lk/admin/organization/$organization_id/edit',
    permission: 'admin.organization',
    frame: 'admin',
  },
  'organization.statistics': {
    path: '/lk/admin/organization/$organization_id/statistics',
    permission: 'admin.organization',
    frame: 'admin',
  },

  'settings.audit': {
    path: '/lk/admin/settings/audit',
    permission: 'admin.settings.audit',
    frame: 'admin',
    menu: { section: 'settings', order: 10 },
  },
  'settings.adfs': {
    path: '/lk/admin/settings/adfs',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 20 },
  },
  'settings.superusers': {
    path: '/lk/admin/settings/superusers',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 25, under: 'settings.adfs' },
  },
  'settings.superusers-of': {
    path: '/lk/admin/settings/adfs/$organization_id/superusers',
    permission: 'admin.settings.adfs',
    frame: 'admin',
  },
  'settings.settings': {
    path: '/lk/admin/settings/settings',
    permission: 'admin.settings.settings',
    frame: 'admin',
    menu: { section: 'settings', order: 30 },
  },
  'settings.license': {
    path: '/lk/admin/settings/license',
    permission: 'admin.settings.license',
    frame: 'admin',
    menu: { section: 'settings', order: 40, orderOf: { system_admin: 15 } },
  },
  'settings.emails': {
    path: '/lk/admin/settings/emails',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 50 },
  },
  'settings.report-address': {
    path: '/lk/admin/settings/report-address',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 60 },
  },
  'settings.reports': {
    path: '/lk/admin/settings/reports',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 70 },
  },
  'settings.privacy': {
    path: '/lk/admin/settings/privacy',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 80 },
  },
  // Not in the specification: all settings by what people look for, after the pages of its table.
  'settings.overview': {
    path: '/lk/admin/settings',
    permission: 'admin.settings.adfs',
    frame: 'admin',
    menu: { section: 'settings', order: 90 },
  },
  'help.instructions': {
    path: '/lk/admin/instructions',
    permission: 'admin',
    frame: 'admin',
    menu: { section: 'help', order: 10 },
  },
  'help.change-log': {
    path: '/lk/admin/change-log',
    permission: 'admin',
    frame: 'admin',
    menu: { section: 'help', order: 20 },
  },
  'admin.profile': { path: '/lk/admin/profile', permission: 'admin', frame: 'admin' },

  'learner.statistics': { path: '/lk/user/statistics', permission: 'user.statistics', frame: 'learner', tab: 20 },
  'learner.profile': { path: '/lk/user/profile', permission: 'user', frame: 'learner', tab: 30 },
  'learner.courses': { path: '/lk/user/learning', permission: 'user.learning', frame: 'learner', tab: 10 },
  'learner.course': { path: '/lk/user/learning/courses/$course_id', permission: 'user.learning', frame: 'learner' },
  'learner.scorm': {
    path: '/lk/user/learning/courses/scorm/$course_id',
    permission: 'user.learning',
    frame: 'learner',
  },
  'learner.module': {
    path: '/lk/user/learning/courses/$course_id/modules/$module_id',
    permission: 'user.learning',
    frame: 'learner',
  },
  'learner.quiz': {
    path: '/lk/user/learning/courses/$course_id/modules/$module_id/quiz/$quiz_id',
    permission: 'user.learning',
    frame: 'learner',
  },
  'learner.quiz-result': {
    path: '/lk/user/learning/courses/$course_id/modules/$module_id/quiz/$quiz_id/result',
    permission: 'user.learning',
    frame: 'learner',
  },

  'notifications.list': { path: '/lk/admin/notifications', permission: 'admin', frame: 'admin' },
} as const satisfies Record<string, Screen>;
export type ScreenId = keyof typeof screens;
