import { expect, test } from 'vitest';
import { addressOfThing } from './palette-things.ts';

test('a thing with a page of its own is opened there', () => {
  const addresses = (['employee', 'department', 'campaign'] as const).map((kind) =>
    addressOfThing({ kind, id: 'x', title: 'Х' }),
  );
  expect(addresses).toEqual([
    '/lk/admin/staff/employees/x',
    '/lk/admin/staff/departments/x',
    '/lk/admin/phishing/campaigns/x',
  ]);
});
