import { expect, test } from 'vitest';
import { pollDelay } from './polling.ts';

test('fast for two seconds, then 5, 4, 3 and 2 seconds', () => {
  expect([pollDelay(0, 0), pollDelay(0, 1999)]).toEqual([500, 500]);
  expect([0, 3, 4, 8, 9, 15, 16, 900].map((checks) => pollDelay(checks, 2000))).toEqual([
    5000, 5000, 4000, 4000, 3000, 3000, 2000, 2000,
  ]);
});
