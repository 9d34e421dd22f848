import { expect, test } from 'vitest';
import { effectVerdict, monthBit, monthsUpTo } from './insights.rules.ts';

test('nothing is claimed about fewer than 30 people, however large the difference', () => {
  expect(effectVerdict({ people: 29, only_before: 29, only_after: 0 })).toBe('few');
  expect(effectVerdict({ people: 30, only_before: 29, only_after: 0 })).toBe('better');
});

test('a difference that can be chance is not called better or worse', () => {
  expect(effectVerdict({ people: 200, only_before: 0, only_after: 0 })).toBe('same');
  expect(effectVerdict({ people: 200, only_before: 12, only_after: 8 })).toBe('same');
  expect(effectVerdict({ people: 200, only_before: 5, only_after: 0 })).toBe('same');
  expect(effectVerdict({ people: 200, only_before: 25, only_after: 8 })).toBe('better');
  expect(effectVerdict({ people: 200, only_before: 8, only_after: 25 })).toBe('worse');
});

test('months cross the year, and two years in a row have different bits', () => {
  expect(monthsUpTo('2026-02-28', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  const bits = monthsUpTo('2026-11-23', 24).map(monthBit);
  expect(new Set(bits).size).toBe(24);
  expect(Math.max(...bits)).toBeLessThan(2 ** 24);
  expect(monthBit('2026-11')).toBe(monthBit('2026-11-30'));
});
