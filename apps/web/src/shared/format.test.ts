// @vitest-environment happy-dom
import type { Language } from '@sergak/contract/session/session.schema.ts';
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
import { speak } from './i18n/i18n.ts';

afterAll(() => speak('ru'));

test.each<[Language, string, string, string, string, string]>([
  ['ru', '21.11.2026', '21.11.2026, 09:05', '7,6\u00a0%', 'Ноябрь 2026', 'пн'],
  ['en', 'Nov 21, 2026', 'Nov 21, 2026, 09:05', '7.6%', 'November 2026', 'Mon'],
  ['uz', '21.11.2026', '21.11.2026, 09:05', '7,6%', 'Noyabr 2026', 'du'],
])('dates and numbers in %s', (language, day, moment, percent, month, monday) => {
  speak(language);
  expect([
    formatDate('2026-11-21'),
    formatDateTime('2026-11-21T09:05'),
    formatPercent(7.6, 1),
    formatMonth(2026, 10),
    weekdayNames()[0],
  ]).toEqual([day, moment, percent, month, monday]);
});

test('what is missing or no date is not invented', () => {
  speak('ru');
  expect([
    formatPercent(null),
    formatRisk(null),
    formatDate('rubbish'),
    formatRisk(4),
    formatChange(-0.6),
    formatBytes(10_000_000),
  ]).toEqual(['—', '—', '', '4,0', '−0,6', '10 МБ']);
});
