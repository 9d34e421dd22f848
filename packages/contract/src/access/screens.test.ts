import { expect, test } from 'vitest';
import { type Permission, permissions } from './permissions.ts';
import { permissionsOf, type Role } from './roles.ts';
import { menuFor, type Screen, screens } from './screens.ts';

const menuOf = (role: Role): Record<string, string[]> =>
  Object.fromEntries(
    menuFor(permissionsOf(role)).map(({ section, pages }) => [
      section,
      pages.map((page) => page.id.replace(`${section}.`, '')),
    ]),
  );

const operatorSections = {
  statistics: ['general', 'reports'],
  staff: ['employees', 'tags'],
  learning: ['assigned', 'courses', 'themes'],
  phishing: ['campaigns', 'by-tags', 'templates', 'redirect'],
  organization: ['own'],
};

// The table of the specification, departments hidden and the emails page appended.
const table: Record<Role, Record<string, string[]>> = {
  employee: {},
  content_manager: { statistics: ['general', 'reports'], learning: ['assigned', 'courses', 'themes'] },
  operator: { ...operatorSections, settings: ['audit', 'adfs', 'license', 'emails'] },
  system_admin: { ...operatorSections, settings: ['audit', 'adfs', 'license', 'emails'] },
  super_user: { ...operatorSections, settings: ['audit', 'adfs', 'settings', 'license', 'emails'] },
  // A machine account: it never opens the web, which shows it no menu; the pages follow from what it may read.
  pdf_service: { statistics: ['general', 'reports'] },
};

test.each(Object.keys(table) as Role[])('the menu of %s', (role) => {
  expect(menuOf(role)).toEqual(table[role]);
  expect(Object.keys(menuOf(role))).toEqual(Object.keys(table[role]));
});

test('an unknown role has no menu', () => expect(menuFor(new Set())).toEqual([]));

test('every screen carries a known permission and an address of its own', () => {
  const all = Object.values(screens) as Screen[];
  const shape = all.map((screen) => screen.path.replace(/\$\w+/g, '$'));
  expect(new Set(shape).size).toBe(shape.length);
  for (const { permission } of all)
    expect(permission === 'public' || permissions.includes(permission as Permission)).toBe(true);
});

test('admin pages stand in the admin frame, learner pages in theirs', () => {
  for (const { path, frame } of Object.values(screens) as Screen[]) {
    expect(frame).toBe(path.startsWith('/lk/admin') ? 'admin' : path.startsWith('/lk/user') ? 'learner' : 'bare');
  }
});
