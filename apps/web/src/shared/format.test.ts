import i18next from 'i18next';
import { afterAll, expect, test } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatDate,
  formatDateTime,
  formatMonth,
  formatPercent,
  formatRisk,
  weekdayNames,
} from './format.ts';

const speak = (lng: string) => i18next.init({ lng, showSupportNotice: false } as Parameters<typeof i18next.init>[0]);
afterAll(() => speak('ru'));

test.each([
  ['ru', '21.11.2026', '21.11.2026, 09:05', '7,6\u00a0%', 'Ноябрь 2026', 'пн'],
  ['en', 'Nov 21, 2026', 'Nov 21, 2026, 09:05', '7.6%', 'November 2026', 'Mon'],
  ['uz', '21.11.2026', '21.11.2026, 09:05', '7,6%', 'Noyabr 2026', 'du'],
])('dates and numbers in %s', async (language, day, moment, percent, month, monday) => {
  await speak(language);
  expect([
    formatDate('2026-11-21'),
    formatDateTime('2026-11-21T09:05'),
    formatPercent(7.6, 1),
    formatMonth(2026, 10),
    weekdayNames()[0],
  ]).toEqual([day, moment, percent, month, monday]);
});

test('what is missing or no date is not invented', async () => {
  await speak('ru');
  expect([
    formatPercent(null),
    formatRisk(null),
    formatDate('rubbish'),
    formatRisk(4),
    formatChange(-0.6),
    formatBytes(10_000_000),
  ]).toEqual(['—', '—', '', '4,0', '−0,6', '10 МБ']);
});
