import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTimeZone } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';
import { instantWords } from './words.ts';

const t = ((key: string) => key) as unknown as T<'automation'>;
const at = (instant: string, now: string): string => {
  vi.setSystemTime(now);
  return instantWords(t, instant);
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setTimeZone('Asia/Tashkent');
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone(undefined);
});

test('the next run is shown in the time zone of the organisation, not of the reader', () => {
  expect(at('2026-11-22T05:00:00Z', '2026-11-22T01:00:00Z')).toBe('day.today, 10:00');
  // In Tashkent it is already the next day.
  expect(at('2026-11-22T05:00:00Z', '2026-11-21T20:00:00Z')).toBe('day.today, 10:00');
  expect(at('2026-11-22T05:00:00Z', '2026-11-21T08:00:00Z')).toBe('day.tomorrow, 10:00');
  expect(at('2026-11-24T19:30:00Z', '2026-11-22T08:00:00Z')).toMatch(/25.*, 00:30$/);
});
