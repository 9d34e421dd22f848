import { expect, test } from 'vitest';
import { forecastActions, type ForecastRow, forecastDays, obstacles } from './forecast-days.ts';

const row = (day: string, people: number, reason: ForecastRow['reason'], title = 'Письмо'): ForecastRow => ({
  day,
  people,
  reason,
  tag: { id: 'tag', title: 'Тег', color: '#000000' },
  action: { id: title, type: 'letter', title },
  examples: [],
});

test('the forecast is ordered by day, with actions that happen before actions that do not', () => {
  const rows = [
    row('2026-11-24', 2, 'tag_off'),
    row('2026-11-23', 3, 'tag_off', 'Б'),
    row('2026-11-23', 5, null, 'В'),
    row('2026-11-23', 1, null, 'А'),
    row('2026-11-24', 4, 'phishing_too_soon'),
  ];
  expect(forecastDays(rows).map((day) => [day.day, day.done, day.waits, day.kept])).toEqual([
    ['2026-11-23', 6, 0, 3],
    ['2026-11-24', 0, 4, 2],
  ]);
  expect(forecastDays(rows)[0]!.rows.map((one) => one.action.title)).toEqual(['А', 'В', 'Б']);
  expect(forecastDays([])).toEqual([]);
});

test('obstacles are summed over the days, the most frequent first', () => {
  const rows = [row('1', 2, 'has_course'), row('2', 5, 'tag_off'), row('3', 4, 'has_course'), row('3', 9, null)];
  expect(obstacles(rows)).toEqual([
    { reason: 'has_course', people: 6 },
    { reason: 'tag_off', people: 5 },
  ]);
});

test('by action: how many people get it, between which days, and which obstacles affect the others', () => {
  const rows = [
    row('2026-11-25', 2, null, 'Б'),
    row('2026-11-23', 3, null, 'Б'),
    row('2026-11-22', 4, 'has_course', 'Б'),
    row('2026-11-21', 1, 'phishing_too_soon', 'Б'),
    row('2026-11-22', 5, 'has_course', 'А'),
    row('2026-11-24', 6, 'has_course', 'А'),
  ];
  expect(forecastActions(rows)).toEqual([
    {
      action: rows[4]!.action,
      people: 0,
      first: '2026-11-22',
      last: '2026-11-24',
      kept: [{ reason: 'has_course', people: 11, passing: false }],
    },
    {
      action: rows[0]!.action,
      people: 5,
      first: '2026-11-23',
      last: '2026-11-25',
      kept: [
        { reason: 'has_course', people: 4, passing: false },
        { reason: 'phishing_too_soon', people: 1, passing: true },
      ],
    },
  ]);
});
