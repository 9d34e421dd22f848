// @vitest-environment happy-dom
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatLevelChange,
  formatDate,
  formatDateTime,
  formatDay,
  formatDays,
  formatMoment,
  formatPercent,
  formatRisk,
  formatShare,
  formatTime,
  setTimeZone,
  fromWallTime,
  timeZone,
  today,
  toWallTime,
  weekdayNames,
} from './format.ts';
import { applyLanguage } from './i18n/i18n.ts';

afterAll(() => applyLanguage('ru'));

test.each<[Language, string, string, string, string]>([
  ['ru', '21.11.2026', '21.11.2026, 09:05', '7,6\u00a0%', 'пн'],
  ['en', '21.11.2026', '21.11.2026, 09:05', '7.6%', 'Mon'],
  ['uz', '21.11.2026', '21.11.2026, 09:05', '7,6%', 'du'],
])('dates and numbers in %s', (language, day, moment, percent, monday) => {
  applyLanguage(language);
  expect([formatDate('2026-11-21'), formatDateTime('2026-11-21T09:05'), formatPercent(7.6), weekdayNames()[0]]).toEqual(
    [day, moment, percent, monday],
  );
});

describe('short dates leave out the current year', () => {
  beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-29T12:00'), toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());
  test.each([
    ['2026-11-27', '2026-12-11', '27.11 – 11.12'],
    ['2025-11-27', '2025-12-11', '27.11 – 11.12.2025'],
    ['2025-12-27', '2026-01-11', '27.12 – 11.01'],
    ['2026-12-27', '2027-01-11', '27.12 – 11.01.2027'],
    ['2024-12-27', '2026-01-11', '27.12.2024 – 11.01'],
  ])('%s to %s', (from, to, words) => {
    expect(formatDays(from, to)).toBe(words);
  });
  test('a moment of another year is its day', () => {
    expect([formatMoment('2026-11-27T09:05'), formatMoment('2025-11-27T09:05')]).toEqual([
      '27.11, 09:05',
      '27.11.2025',
    ]);
  });
});

test('equal shares are displayed equally, however they were computed', () => {
  applyLanguage('ru');
  expect([formatPercent(1.74), formatShare(1, 8), formatShare(499, 500), formatShare(0, 0)]).toEqual([
    '1,7\u00a0%',
    '13\u00a0%',
    '99\u00a0%',
    '—',
  ]);
});

test('missing and invalid values are shown as such', () => {
  applyLanguage('ru');
  expect([
    formatPercent(null),
    formatRisk(null),
    formatDate('rubbish'),
    formatRisk(4),
    formatChange(-0.6),
    formatBytes(10_000_000),
  ]).toEqual(['—', '—', '', '4,0', '−0,6', '10 МБ']);
});

test('a change that rounds to zero has no sign', () => {
  applyLanguage('ru');
  expect([0.04, -0.04, 0, -0, 0.05, -0.06].map((one) => formatChange(one))).toEqual([
    '0',
    '0',
    '0',
    '0',
    '+0,1',
    '−0,1',
  ]);
});

test('a change of a risk level keeps one decimal place', () => {
  applyLanguage('ru');
  expect([3, -0.6, 0.04, 0].map((one) => formatLevelChange(one))).toEqual(['+3,0', '−0,6', '0', '0']);
});

describe('moments by the clocks of the organisation', () => {
  afterEach(() => setTimeZone(undefined));

  test('in every time zone of the browser; a calendar day stays that day', () => {
    applyLanguage('ru');
    setTimeZone('Asia/Tashkent');
    expect([formatDateTime('2026-11-21T20:30:00Z'), formatTime(Date.UTC(2026, 10, 21, 4))]).toEqual([
      '22.11.2026, 01:30',
      '09:00',
    ]);
    setTimeZone('America/Los_Angeles');
    expect([formatDateTime('2026-11-21T04:30:00Z'), formatDate('2026-11-21'), formatDay('2026-11-21')]).toEqual([
      '20.11.2026, 20:30',
      '21.11.2026',
      '21.11',
    ]);
    setTimeZone('Nowhere/At_All');
    expect(timeZone()).toBeUndefined();
  });

  test('wall time converts back to the same instant, also across a change of clocks', () => {
    for (const zone of ['Asia/Tashkent', 'Europe/London', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
      setTimeZone(zone);
      for (let at = Date.UTC(2026, 0, 1, 0, 15); at < Date.UTC(2027, 0, 1); at += 37 * 3_600_000)
        expect(fromWallTime(toWallTime(at)).getTime(), `${zone} ${new Date(at).toISOString()}`).toBe(at);
    }
    setTimeZone('Europe/London');
    // 01:30 of 29 March 2026 does not exist there: the clocks change from 01:00 to 02:00.
    expect(formatTime(fromWallTime(new Date(2026, 2, 29, 1, 30)))).toBe('02:30');
  });

  test('today is the day there', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 31, 20) });
    setTimeZone('Asia/Tashkent');
    expect([today(), today(30)]).toEqual(['2027-01-01', '2027-01-31']);
    setTimeZone('America/New_York');
    expect(today()).toBe('2026-12-31');
    vi.useRealTimers();
  });
});
