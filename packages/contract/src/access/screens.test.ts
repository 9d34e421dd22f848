import { expect, test } from 'vitest';
import { type Permission, permissions } from './permissions.ts';
import { permissionsOf, type Role } from './roles.ts';
import { menuOf, menuPageOf, tabsOf } from './menus.ts';
import { type Screen, screens } from './screens.ts';

const person = (role: Role) => ({ role, permissions: [...permissionsOf(role)] });
const sectionsOf = (role: Role): Record<string, string[]> =>
  Object.fromEntries(
    menuOf(person(role)).map(({ section, pages }) => [
      section,
      pages.map((page) => page.id.replace(`${section}.`, '')),
    ]),
  );

const help = ['instructions', 'change-log'];
const operatorSections = {
  statistics: ['general', 'reports'],
  staff: ['employees', 'tags'],
  learning: ['assigned', 'courses', 'themes', 'certificates'],
  phishing: ['campaigns', 'by-tags', 'templates', 'redirect', 'suspicious'],
  organization: ['own'],
};

// The table of the specification, without departments and with the pages of emails, of reported emails, of scheduled
// reports, of personal data and the overview of all settings added at the end. Certificates are a page of ours, on which
// content managers look people up. The specification gives the instructions and the change log an address, but no place
// in the menu.
const table: Record<Role, Record<string, string[]>> = {
  employee: {},
  content_manager: {
    statistics: ['general', 'reports'],
    learning: ['assigned', 'courses', 'themes', 'certificates'],
    help,
  },
  operator: {
    ...operatorSections,
    settings: ['audit', 'adfs', 'license', 'emails', 'report-address', 'reports', 'privacy', 'overview'],
    help,
  },
  system_admin: {
    ...operatorSections,
    settings: ['audit', 'license', 'adfs', 'emails', 'report-address', 'reports', 'privacy', 'overview'],
    help,
  },
  super_user: {
    ...operatorSections,
    settings: ['audit', 'adfs', 'settings', 'license', 'emails', 'report-address', 'reports', 'privacy', 'overview'],
    help,
  },
  // The specification shows no menu for the machine account, which never opens the web.
  pdf_service: {},
};
/** «learning; statistics» of the table, which every learner has, and the profile. */
const learner = ['learner.courses', 'learner.statistics', 'learner.profile'];
const bars: Record<Role, string[]> = {
  employee: learner,
  content_manager: learner,
  operator: learner,
  system_admin: learner,
  super_user: learner,
  pdf_service: [],
};

test.each(Object.keys(table) as Role[])('the menu and the bar of %s', (role) => {
  expect(sectionsOf(role)).toEqual(table[role]);
  expect(Object.keys(sectionsOf(role))).toEqual(Object.keys(table[role]));
  expect(tabsOf(person(role)).map((tab) => tab.id)).toEqual(bars[role]);
});

test('a page without a line of its own marks the line of a page that has one', () => {
  for (const { menu } of Object.values(screens) as Screen[]) {
    if (menu?.under === undefined) continue;
    const above = (screens as Record<string, Screen>)[menu.under];
    expect(above?.menu).toMatchObject({ section: menu.section });
    expect(above?.menu?.under).toBeUndefined();
  }
  expect(menuPageOf('/lk/admin/learning/modules/preview/1')).toBe('learning.themes');
  expect(menuPageOf('/lk/admin/staff/departments/1')).toBe('staff.employees');
  expect(menuPageOf('/lk/admin/phishing/phishing-by-tags/campaigns/1')).toBe('phishing.by-tags');
  expect(menuPageOf('/lk/admin/phishing/templates/1/edit')).toBe('phishing.templates');
  expect(menuPageOf('/lk/admin/profile')).toBeUndefined();
  expect(menuPageOf('/lk/user/learning')).toBeUndefined();
});

test('an unknown role has an empty menu', () => {
  const unknown = { role: 'nobody', permissions: [] };
  expect(menuOf(unknown)).toEqual([]);
  expect(tabsOf(unknown)).toEqual([]);
});

test('every screen has a known permission and a unique address', () => {
  const all = Object.values(screens) as Screen[];
  const shape = all.map((screen) => screen.path.replace(/\$\w+/g, '$'));
  expect(new Set(shape).size).toBe(shape.length);
  for (const { permission } of all)
    expect(permission === 'public' || permissions.includes(permission as Permission)).toBe(true);
});

test('admin pages use the admin frame, learner pages the learner frame', () => {
  for (const { path, frame } of Object.values(screens) as Screen[]) {
    expect(frame).toBe(path.startsWith('/lk/admin') ? 'admin' : path.startsWith('/lk/user') ? 'learner' : 'bare');
  }
});
