import { expect, test } from 'vitest';
import { addCities } from '../../shared/ui/testing.tsx';
import { clock, findZones, halfHours, timeZones } from './hours.ts';

addCities();

test('minutes are shown as a clock, the end of the day as 24:00', () => {
  expect([0, 545, 1440].map(clock)).toEqual(['00:00', '09:05', '24:00']);
});

test('a time off the half hour is kept as a choice, in order', () => {
  expect(halfHours(0, 90, 45)).toEqual([0, 30, 45, 60, 90]);
  expect(halfHours(0, 60, 30)).toEqual([0, 30, 60]);
});

test('every zone has its name and offset, and a stored zone is never missing', () => {
  expect(timeZones('UTC', 'ru')).toContainEqual({ value: 'Asia/Tashkent', label: 'Ташкент (UTC+5)' });
  expect(timeZones('Mars/Olympus', 'ru').filter(({ value }) => value === 'Mars/Olympus')).toHaveLength(1);
});

test.each(['ташкент', 'toshkent', 'Asia/Tash', 'tashkent'])('the zone of Tashkent is found as %s', (typed) => {
  expect(findZones(timeZones('UTC', 'ru'), typed).map(({ value }) => value)).toContain('Asia/Tashkent');
});

test('a zone is found by its offset and by an id of two words', () => {
  const zones = timeZones('UTC', 'ru');
  expect(findZones(zones, 'UTC+5').map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Asia/Tashkent', 'Asia/Samarkand', 'Asia/Yekaterinburg']),
  );
  expect(findZones(zones, 'new york').map(({ value }) => value)).toEqual(['America/New_York']);
});
