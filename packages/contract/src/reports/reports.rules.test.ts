import { expect, test } from 'vitest';
import { pollDelay } from './reports.rules.ts';

test('polling starts slowly and speeds up after the 4th, 9th and 16th try', () => {
  expect([1, 4, 5, 9, 10, 16, 17, 1000].map(pollDelay)).toEqual([5000, 5000, 4000, 4000, 3000, 3000, 2000, 2000]);
});
