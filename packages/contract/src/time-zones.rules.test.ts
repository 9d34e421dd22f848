import { expect, test } from 'vitest';
import { zoneName } from './time-zones.rules.ts';

const at = Date.UTC(2026, 0, 15);

test('a zone has the name of its city and its offset', () => {
  expect(zoneName('Asia/Tashkent', 'Ташкент', at)).toBe('Ташкент (UTC+5)');
  expect(zoneName('America/New_York', 'New York', at)).toBe('New York (UTC−5)');
  expect(zoneName('Asia/Kolkata', 'Калькутта', at)).toBe('Калькутта (UTC+5:30)');
});

test('a city without a name in the language keeps that of its id', () => {
  expect(zoneName('America/Argentina/Rio_Gallegos', undefined, at)).toBe('Rio Gallegos (UTC−3)');
});

test('zones of a fixed offset are called by it', () => {
  expect(['UTC', 'Etc/GMT-5'].map((one) => zoneName(one, undefined, at))).toEqual(['UTC', 'UTC+5']);
});

test('a zone that this machine does not know has no offset', () => {
  expect(zoneName('Mars/Olympus_Mons', undefined, at)).toBe('Olympus Mons');
});

test('the offset is that of the moment', () => {
  expect(zoneName('Europe/Berlin', 'Берлин', Date.UTC(2026, 6, 15))).toBe('Берлин (UTC+2)');
});
