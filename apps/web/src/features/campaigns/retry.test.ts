import { expect, onTestFinished, test } from 'vitest';
import { keepTimeZone } from '../../shared/format.ts';
import { nextTry } from './retry.ts';

test('the next try is told by the organisation’s clocks, with its date where it is not today', () => {
  keepTimeZone('Asia/Tashkent');
  onTestFinished(() => keepTimeZone(undefined));
  const now = new Date('2027-01-01T09:00:00Z');
  expect(nextTry('2027-01-01T10:05:00Z', now)).toBe('15:05');
  expect(nextTry('2027-01-01T19:05:00Z', now)).toMatch(/^02\.01\.2027, 00:05$/);
});
