import { expect, test } from 'vitest';
import { clampDate, hourAllowed, initialDate, minuteAllowed, roundUp } from './date-rules.ts';

const at = (text: string): Date => new Date(`2026-11-${text}`);

test.each([
  ['21T10:00', '21T10:00'],
  ['21T10:01', '21T10:15'],
  ['21T10:46', '21T11:00'],
  ['21T23:50', '22T00:00'],
  ['21T10:15:20', '21T10:30'],
])('%s becomes %s', (from, to) => expect(roundUp(at(from))).toEqual(at(to)));

test('bounds disable the hours and minutes before the first and after the last', () => {
  const bounds = { min: at('21T14:20'), max: at('25T10:00') };
  expect([
    hourAllowed(at('21T00:00'), 13, bounds),
    hourAllowed(at('21T00:00'), 14, bounds),
    hourAllowed(at('22T00:00'), 0, bounds),
  ]).toEqual([false, true, true]);
  expect([minuteAllowed(at('21T00:00'), 14, 15, bounds), minuteAllowed(at('21T00:00'), 14, 30, bounds)]).toEqual([
    false,
    true,
  ]);
  expect(hourAllowed(at('25T00:00'), 11, bounds)).toBe(false);
});

test('opens with the chosen time, now, or the minimum if later', () => {
  expect(initialDate(at('03T09:00'), at('21T10:01'), {})).toEqual(at('03T09:00'));
  expect(initialDate(null, at('21T10:01'), {})).toEqual(at('21T10:15'));
  expect(initialDate(null, at('21T10:01'), { min: at('22T08:50') })).toEqual(at('22T09:00'));
});

test('a time outside the bounds moves to the nearest allowed quarter of an hour', () => {
  expect(clampDate(at('21T08:00'), { min: at('21T14:20') })).toEqual(at('21T14:30'));
  expect(clampDate(at('25T12:00'), { max: at('25T10:20') })).toEqual(at('25T10:15'));
});
