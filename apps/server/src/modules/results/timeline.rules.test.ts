import { expect, test } from 'vitest';
import { timelineOf } from './timeline.rules.ts';

const zone = 'Asia/Tashkent';
const hour = (at: string, changes: object = {}) => ({
  at,
  opened: 0,
  clicked: 0,
  opened_attachment: 0,
  entered_data: 0,
  reported: 0,
  ...changes,
});
const start = Date.parse('2026-11-02T04:00:00.000Z');

test('events within two days are shown by hour, with the hours in between', () => {
  const found = timelineOf(
    [hour('2026-11-02T05:00:00.000Z', { opened: 3 }), hour('2026-11-02T07:00:00.000Z', { reported: 1 })],
    { start, zone },
  );
  expect(found).toMatchObject({ unit: 'hour', cut: false });
  expect(found.points.map((one) => [one.at, one.opened, one.reported])).toEqual([
    ['2026-11-02T04:00:00.000Z', 0, 0],
    ['2026-11-02T05:00:00.000Z', 3, 0],
    ['2026-11-02T06:00:00.000Z', 0, 0],
    ['2026-11-02T07:00:00.000Z', 0, 1],
  ]);
});

test('longer campaigns are shown by local day; hours can be asked for and end after a week', () => {
  const hours = [
    hour('2026-11-02T18:00:00.000Z', { clicked: 1 }),
    hour('2026-11-02T19:00:00.000Z', { clicked: 2 }),
    hour('2026-11-12T05:00:00.000Z', { clicked: 4 }),
  ];
  const days = timelineOf(hours, { start, zone });
  // 19:00 UTC is the next day in Tashkent.
  expect(days.points.slice(0, 3).map((one) => [one.at, one.clicked])).toEqual([
    ['2026-11-02', 1],
    ['2026-11-03', 2],
    ['2026-11-04', 0],
  ]);
  expect(days.points.at(-1)).toMatchObject({ at: '2026-11-12', clicked: 4 });
  const asked = timelineOf(hours, { unit: 'hour', start, zone });
  expect(asked).toMatchObject({ unit: 'hour', cut: true });
  expect(asked.points).toHaveLength(168);
});

test('without events there is no time line', () => {
  expect(timelineOf([], { start, zone })).toEqual({ unit: 'hour', points: [], cut: false });
});
