import { expect, test } from 'vitest';
import { clock, halfHours, timeZones } from './hours.ts';

test('minutes are shown as a clock, the end of the day as 24:00', () => {
  expect([0, 545, 1440].map(clock)).toEqual(['00:00', '09:05', '24:00']);
});

test('a time off the half hour is kept as a choice, in order', () => {
  expect(halfHours(0, 90, 45)).toEqual([0, 30, 45, 60, 90]);
  expect(halfHours(0, 60, 30)).toEqual([0, 30, 60]);
});

test('every zone has its offset, and a stored zone is never missing', () => {
  expect(timeZones('UTC')).toContainEqual({ value: 'Asia/Tashkent', label: 'Asia/Tashkent (UTC+05:00)' });
  expect(timeZones('Mars/Olympus').filter(({ value }) => value === 'Mars/Olympus')).toHaveLength(1);
});
