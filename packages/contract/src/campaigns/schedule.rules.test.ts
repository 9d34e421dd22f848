import { expect, test } from 'vitest';
import { autoFinish, instantOf, isWorkingTime, spreadOver, workingSpans, type WorkHours } from './schedule.rules.ts';

const tashkent: WorkHours = {
  time_zone: 'Asia/Tashkent',
  work_from: 540,
  work_to: 1080,
  work_days: [1, 2, 3, 4, 5],
  holidays: [],
};
const berlin: WorkHours = { ...tashkent, time_zone: 'Europe/Berlin' };
const at = (text: string) => Date.parse(text);
const shown = (spans: readonly { start: number; end: number }[]) =>
  spans.map((span) => [new Date(span.start).toISOString(), new Date(span.end).toISOString()]);

test('working time excludes nights, weekends and holidays', () => {
  const hours = { ...tashkent, holidays: ['2026-12-08'] };
  // From Friday 16:00 to Wednesday 10:00, local time; Tuesday is a holiday.
  expect(shown(workingSpans(at('2026-12-04T11:00:00Z'), at('2026-12-09T05:00:00Z'), hours))).toEqual([
    ['2026-12-04T11:00:00.000Z', '2026-12-04T13:00:00.000Z'],
    ['2026-12-07T04:00:00.000Z', '2026-12-07T13:00:00.000Z'],
    ['2026-12-09T04:00:00.000Z', '2026-12-09T05:00:00.000Z'],
  ]);
});

test('the working day begins at the same local time before and after the clocks change', () => {
  expect(shown(workingSpans(at('2026-03-27T00:00:00Z'), at('2026-03-31T00:00:00Z'), berlin))).toEqual([
    ['2026-03-27T08:00:00.000Z', '2026-03-27T17:00:00.000Z'],
    ['2026-03-30T07:00:00.000Z', '2026-03-30T16:00:00.000Z'],
  ]);
  expect(shown(workingSpans(at('2026-10-23T00:00:00Z'), at('2026-10-27T00:00:00Z'), berlin))).toEqual([
    ['2026-10-23T07:00:00.000Z', '2026-10-23T16:00:00.000Z'],
    ['2026-10-26T08:00:00.000Z', '2026-10-26T17:00:00.000Z'],
  ]);
});

test('a night shift across a change of clocks keeps its true length', () => {
  const night = { ...berlin, work_from: 0, work_to: 360, work_days: [7] };
  const length = (spans: readonly { start: number; end: number }[]) =>
    spans.map((span) => (span.end - span.start) / 3_600_000);
  expect(length(workingSpans(at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'), night))).toEqual([5]);
  expect(length(workingSpans(at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'), night))).toEqual([7]);
});

test('a minute that does not exist returns the instant after the gap', () => {
  expect(new Date(instantOf('2026-03-29', 150, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(new Date(instantOf('2026-03-29', 180, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:00:00.000Z');
});

test('emails are spread evenly over working time, and never outside', () => {
  const spans = workingSpans(at('2026-12-04T11:00:00Z'), at('2026-12-07T13:00:00Z'), tashkent);
  const moments = spreadOver(spans, 1100);
  expect(moments).toHaveLength(1100);
  expect(moments.every((moment) => isWorkingTime(moment, tashkent))).toBe(true);
  // Two hours of Friday and nine of Monday.
  expect(moments.filter((moment) => moment < at('2026-12-05T00:00:00Z'))).toHaveLength(200);
  expect(moments.toSorted((a, b) => a - b)).toEqual(moments);
  expect(spreadOver([], 5)).toEqual([]);
});

test('a campaign without a chosen end closes at the end of a working day, some days after the last email', () => {
  expect(new Date(autoFinish(at('2026-12-01T06:00:00Z'), 50, tashkent)).toISOString()).toBe('2026-12-08T13:00:00.000Z');
  expect(new Date(autoFinish(at('2026-12-01T06:00:00Z'), 5000, tashkent)).toISOString()).toBe(
    '2026-12-15T13:00:00.000Z',
  );
});
