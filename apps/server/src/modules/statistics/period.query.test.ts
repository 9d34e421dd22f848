import { expect, test } from 'vitest';
import { periodOf } from './period.query.ts';

test('a period of 90 days has 90 days with today, and as many before them', () => {
  expect(periodOf({ today: '2026-11-23' }, 90)).toEqual({
    days: 90,
    previous: '2026-05-28',
    before: '2026-08-25',
    from: '2026-08-26',
    to: '2026-11-23',
  });
  expect(periodOf({ today: '2026-11-23' }, 1)).toMatchObject({ from: '2026-11-23', previous: '2026-11-22' });
});
