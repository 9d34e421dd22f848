import { expect, onTestFinished, test } from 'vitest';
import { setTimeZone } from '../../shared/format.ts';
import { nextTry } from './retry.ts';

test('the next attempt is shown in the organisation’s time zone, with its date if it is not today', () => {
  setTimeZone('Asia/Tashkent');
  onTestFinished(() => setTimeZone(undefined));
  const now = new Date('2027-01-01T09:00:00Z');
  expect(nextTry('2027-01-01T10:05:00Z', now)).toBe('15:05');
  expect(nextTry('2027-01-01T19:05:00Z', now)).toMatch(/^02\.01\.2027, 00:05$/);
});
