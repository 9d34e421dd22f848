import { expect, test } from 'vitest';
import { screens } from '../access/screens.ts';
import { isQuiet, kindNames, kindsFor, notificationKinds, placeOf } from './notifications.rules.ts';

const THING = '00000000-0000-4000-8000-000000000001';

test('each kind leads to a page of the portal that people with its permission may open', () => {
  for (const kind of kindNames)
    for (const thing of [null, THING]) {
      const path = placeOf(kind, thing).split('?')[0]!;
      const found = Object.values(screens).find((one) => one.path.replace(/\$\w+/, THING) === path);
      expect([kind, path, found?.permission]).toEqual([kind, path, notificationKinds[kind].permission]);
      expect(screens[notificationKinds[kind].screen].permission).toBe(notificationKinds[kind].permission);
    }
});

test('people hear about the kinds of their permissions only', () => {
  expect(kindsFor(new Set(['admin.learning.assigned']))).toEqual(['overdue', 'certificates']);
  expect(kindsFor(new Set())).toEqual([]);
});

test('quiet hours may go over midnight, and cover whole days off', () => {
  const night = { from: 20 * 60, to: 8 * 60, days_off: false };
  const at = (hour: number, day_off = false) => ({ minute: hour * 60, day_off });
  expect([19, 20, 23, 0, 7, 8, 12].map((hour) => isQuiet(night, at(hour)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  const noon = { from: 12 * 60, to: 13 * 60, days_off: true };
  expect([11, 12, 13].map((hour) => isQuiet(noon, at(hour)))).toEqual([false, true, false]);
  expect(isQuiet(noon, at(9, true))).toBe(true);
  expect(isQuiet({ from: null, to: null, days_off: false }, at(3, true))).toBe(false);
  expect(isQuiet({ from: 60, to: 60, days_off: false }, at(1))).toBe(false);
});
