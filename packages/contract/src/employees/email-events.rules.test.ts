import { expect, test } from 'vitest';
import { bitOf, storedEmailEvents, numbersWith } from './email-events.rules.ts';

test('each event has its own bit, which never changes because the numbers are stored', () => {
  expect(storedEmailEvents.map(bitOf)).toEqual([1, 2, 4, 8, 16]);
});

test('the numbers with one of some events are the numbers that share a bit with them', () => {
  expect(numbersWith(['entered_data'])).toEqual(Array.from({ length: 16 }, (_, n) => 16 + n));
  expect(numbersWith(['sent', 'opened'])).not.toContain(28);
  expect(numbersWith(['sent', 'opened'])).toHaveLength(24);
  expect(numbersWith([])).toEqual([]);
});
