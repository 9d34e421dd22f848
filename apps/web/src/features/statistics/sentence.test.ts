import { expect, test } from 'vitest';
import type { T } from '../../shared/i18n/use-t.ts';
import { targetSentence, trendSentence } from './sentence.ts';

const t: T<'statistics'> = (key, values) => `${key} ${JSON.stringify(values ?? {})}`;

test('a falling level is good news, a rising level is bad news, and noise is neither', () => {
  expect(trendSentence(t, -0.4, 90, [])).toMatch(/^trend\.better .*"days":90,"by":"0,4"/);
  expect(trendSentence(t, 0.4, 30, [])).toMatch(/^trend\.worse .*"days":30/);
  expect(trendSentence(t, -0.1, 90, [])).toMatch(/^trend\.same/);
  expect(trendSentence(t, null, 90, [])).toBe('');
  const points = [
    { date: '2026-11-01', value: null },
    { date: '2026-11-20', value: 4 },
  ];
  expect(trendSentence(t, null, 90, points)).toMatch(/^trend\.fresh .*20\.11\.2026/);
});

test('a level that rose after a fall names the date of its lowest value and is not called safer', () => {
  const points = [
    { date: '2026-11-01', value: 10 },
    { date: '2026-11-10', value: 5 },
    { date: '2026-11-20', value: 9 },
  ];
  expect(trendSentence(t, -1, 90, points)).toBe(
    'trend.rose_again {"days":90,"by":"4,0","since":"10.11.2026","fell":"1,0"}',
  );
  expect(trendSentence(t, 0, 90, points)).toMatch(/^trend\.rose /);
});

test('the target is reached below its value, and is not mentioned without a level', () => {
  expect(targetSentence(t, { value: 3.9, target: 4 })).toMatch(/^target\.reached/);
  expect(targetSentence(t, { value: 4, target: 4 })).toMatch(/^target\.missed/);
  expect(targetSentence(t, { value: null, target: 4 })).toBe('');
});
