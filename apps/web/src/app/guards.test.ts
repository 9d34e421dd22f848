import { expect, test } from 'vitest';
import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import { type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import type { Auth } from '../shared/session.ts';
import { notFoundLayout, safeNext, decideRoute } from './guards.ts';

const flags = { needPrivacyPolicyPage: false, needAgreementPage: false };
const as = (role: Role): Auth => ({
  status: 'authorised',
  me: { permissions: [...permissionsOf(role)] } as unknown as Me,
});
const at = (id: ScreenId) => ({ id, screen: screens[id], path: screens[id].path });
const nowhere = (path: string) => ({ id: undefined, screen: undefined, path });

test('nothing is shown until the state of the session is known, on public pages too', () => {
  expect(decideRoute(at('staff.tags'), { status: 'unknown' }, flags)).toEqual({ kind: 'wait' });
  expect(decideRoute(at('auth.login'), { status: 'unknown' }, flags)).toEqual({ kind: 'wait' });
});

test('a visitor is sent to the sign-in page and back', () => {
  expect(
    decideRoute({ ...at('staff.tags'), path: '/lk/admin/staff/tags?page=2' }, { status: 'unauthorised' }, flags),
  ).toEqual({
    kind: 'go',
    to: '/lk/auth/login',
    next: '/lk/admin/staff/tags?page=2',
  });
  expect(decideRoute(at('auth.login'), as('operator'), flags, '/lk/admin/staff/tags?page=2')).toEqual({
    kind: 'go',
    to: '/lk/admin/staff/tags?page=2',
  });
});

test('an incomplete session must finish signing in first', () => {
  expect(decideRoute(at('learner.courses'), { status: 'two_factor' }, flags)).toMatchObject({
    kind: 'go',
    to: '/lk/auth/login',
  });
  expect(decideRoute(at('auth.login'), { status: 'consent' }, flags)).toEqual({ kind: 'show' });
});

test('a person who lacks a permission is sent to “My courses”, people without learning to the first admin page', () => {
  expect(decideRoute(at('staff.employees'), as('employee'), flags)).toEqual({ kind: 'go', to: '/lk/user/learning' });
  expect(decideRoute(at('settings.settings'), as('operator'), flags)).toEqual({ kind: 'go', to: '/lk/user/learning' });
  expect(decideRoute(at('staff.tags'), as('pdf_service'), flags)).toEqual({
    kind: 'go',
    to: '/lk/admin/statistics/general-statictics',
  });
  expect(decideRoute(at('settings.settings'), as('super_user'), flags)).toEqual({ kind: 'show' });
});

test('a consent required during a session is given on its page, which leads back', () => {
  const path = '/lk/user/learning/courses/a?from=mail';
  expect(decideRoute({ ...at('learner.course'), path }, { status: 'consent' }, flags)).toEqual({
    kind: 'go',
    to: '/lk/auth/login',
    next: path,
  });
  expect(decideRoute(at('auth.login'), as('employee'), flags, path)).toEqual({ kind: 'go', to: path });
});

test('unknown paths show “not found” to signed-in people and lead others to the sign-in page', () => {
  expect(decideRoute(nowhere('/lk/no/such'), as('operator'), flags)).toEqual({ kind: 'show' });
  expect(decideRoute(nowhere('/lk/no/such'), { status: 'unauthorised' }, flags)).toEqual({
    kind: 'go',
    to: '/lk/auth/login',
  });
  expect(decideRoute(nowhere('/lk/auth/whatever'), as('operator'), flags)).toEqual({
    kind: 'go',
    to: '/lk/auth/login',
  });
  expect(decideRoute(nowhere('/lk'), as('employee'), flags)).toEqual({ kind: 'go', to: '/lk/user/learning' });
});

test.each([
  ['/lk/no/such', 'operator', 'admin', '/lk/admin/statistics/general-statictics'],
  ['/lk/admin/staff/nobody', 'content_manager', 'admin', '/lk/admin/statistics/general-statictics'],
  ['/lk/user/learn', 'operator', 'learner', '/lk/user/learning'],
  ['/lk/admin/nothing', 'employee', 'learner', '/lk/user/learning'],
  ['/lk/user/nothing', 'pdf_service', 'admin', '/lk/admin/statistics/general-statictics'],
] as const)('%s for %s stands in the frame of the %s, and home is %s', (path, role, side, home) =>
  expect(notFoundLayout(path, permissionsOf(role))).toEqual({ side, home }),
);

test('policy pages exist only if the configuration requires them', () => {
  expect(decideRoute(at('public.agreement'), { status: 'unauthorised' }, flags)).toEqual({
    kind: 'go',
    to: '/lk/auth/login',
  });
  expect(
    decideRoute(at('public.agreement'), { status: 'unauthorised' }, { ...flags, needAgreementPage: true }),
  ).toEqual({
    kind: 'show',
  });
});

test('a server that does not answer is not a sign-out', () => {
  expect(decideRoute(at('staff.tags'), { status: 'unavailable' }, flags)).toEqual({ kind: 'unavailable' });
});

test.each([
  'https://evil.example/lk/',
  '//evil.example',
  '/lk//evil.example',
  '/\\evil.example',
  '/lk/../evil',
  '/lkx',
  'lk/admin',
  '/lk/auth/login',
  '/lk/admin\u0000',
  '/lk/%2f%2fevil.example',
  '/lk/%252f%252fevil.example',
  '/lk/%5cevil.example',
  '/%2f/evil.example',
  '/lk%2f..%2f..%2fevil',
  '/lk/%2e%2e/evil',
  '/lk/./evil',
  '/lk/%0aevil',
  '/lk/%zz',
  '\\\\evil.example',
  'javascript:alert(1)',
  ' /lk/admin',
  42,
  undefined,
])('%s is no wish', (wish) => expect(safeNext(wish)).toBeUndefined());
test('encoded characters of a requested path are kept', () =>
  expect(safeNext('/lk/user/learning/courses/%D0%B0?x=%2F%2Fy')).toBe('/lk/user/learning/courses/%D0%B0?x=%2F%2Fy'));
test('query and fragment of a requested path are kept', () =>
  expect(safeNext('/lk/user/learning?a=//b#c')).toBe('/lk/user/learning?a=//b#c'));
