import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clocksOf, wallClock } from '../wall-clock.rules.ts';
import { lastDelivery, nextDelivery, scheduledDays, type Timing } from './report-schedules.rules.ts';

const usual: Timing = { frequency: 'weekly', weekday: 1, month_day: 1, hour: 9 };
const monthly = (month_day: number, hour = 9): Timing => ({ ...usual, frequency: 'monthly', month_day, hour });
const next = (timing: Timing, zone: string, after: string) => {
  const due = nextDelivery(timing, zone, new Date(after));
  return due && [due.at.toISOString().slice(0, 16), due.period];
};

test('a weekly delivery comes on its weekday at the hour of the organisation', () => {
  const zone = 'Asia/Tashkent';
  expect(next(usual, zone, '2026-11-22T20:00:00Z')).toEqual(['2026-11-23T04:00', 'weekly:2026-11-23']);
  expect(next(usual, zone, '2026-11-23T04:00:00Z')).toEqual(['2026-11-30T04:00', 'weekly:2026-11-30']);
  expect(next({ ...usual, weekday: 7, hour: 0 }, zone, '2026-12-30T00:00:00Z')).toEqual([
    '2027-01-02T19:00',
    'weekly:2026-12-28',
  ]);
});

test('day 31 is the last day of a shorter month, 29 February in a leap year included', () => {
  expect(next(monthly(31), 'UTC', '2027-01-31T09:00:00Z')).toEqual(['2027-02-28T09:00', 'monthly:2027-02']);
  expect(next(monthly(31), 'UTC', '2028-01-31T09:00:00Z')).toEqual(['2028-02-29T09:00', 'monthly:2028-02']);
  expect(next(monthly(30), 'UTC', '2027-04-01T00:00:00Z')).toEqual(['2027-04-30T09:00', 'monthly:2027-04']);
  expect(next(monthly(1, 0), 'Pacific/Kiritimati', '2026-12-31T09:59:59Z')).toEqual([
    '2026-12-31T10:00',
    'monthly:2027-01',
  ]);
});

test('an hour that the clocks skip moves behind the gap, an hour that they repeat comes once', () => {
  const sunday = (hour: number): Timing => ({ ...usual, weekday: 7, hour });
  expect(next(sunday(2), 'Europe/Berlin', '2027-03-27T12:00:00Z')).toEqual(['2027-03-28T01:00', 'weekly:2027-03-22']);
  const [first] = next(sunday(2), 'Europe/Berlin', '2026-10-24T12:00:00Z')!;
  expect(next(sunday(2), 'Europe/Berlin', `${first}:00Z`)).toEqual(['2026-11-01T01:00', 'weekly:2026-10-26']);
});

test('a schedule that is off has no deliveries', () => {
  const off: Timing = { ...usual, frequency: 'off' };
  expect(nextDelivery(off, 'UTC', new Date())).toBeNull();
  expect(lastDelivery(off, 'UTC', new Date())).toBeNull();
});

const timings = fc.record({
  frequency: fc.constantFrom('weekly', 'monthly'),
  weekday: fc.integer({ min: 1, max: 7 }),
  month_day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
});
const zones = fc.constantFrom(
  'Asia/Tashkent',
  'Europe/Moscow',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
);
const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });

test('deliveries follow each other once per period, and the last one is the one before the next', () => {
  fc.assert(
    fc.property(timings, zones, instants, (timing, zone, from) => {
      const clocks = clocksOf(zone);
      let at = from;
      const periods: string[] = [];
      for (let n = 0; n < 14; n++) {
        const due = nextDelivery(timing, zone, at)!;
        expect(due.at.getTime()).toBeGreaterThan(at.getTime());
        expect(lastDelivery(timing, zone, due.at)).toEqual(due);
        expect(nextDelivery(timing, zone, new Date(due.at.getTime() - 1))).toEqual(due);
        const later = nextDelivery(timing, zone, due.at)!;
        expect(lastDelivery(timing, zone, new Date(later.at.getTime() - 1))).toEqual(due);
        const wall = new Date(wallClock(due.at.getTime(), clocks));
        const wanted = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()) + timing.hour * 3_600_000;
        // Only a gap of the clocks moves a delivery, by the length of the gap.
        expect(wall.getTime() - wanted).toBeGreaterThanOrEqual(0);
        expect(wall.getTime() - wanted).toBeLessThanOrEqual(3_600_000);
        if (timing.frequency === 'weekly') expect((wall.getUTCDay() + 6) % 7).toBe(timing.weekday - 1);
        else {
          const last = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate();
          expect(wall.getUTCDate()).toBe(Math.min(timing.month_day, last));
        }
        periods.push(due.period);
        at = due.at;
      }
      expect(new Set(periods).size).toBe(periods.length);
      expect(periods.toSorted()).toEqual(periods);
    }),
  );
});

test('a report is about the seven days or the month before the day of its delivery', () => {
  expect(scheduledDays('progress', 'weekly', '2026-03-02')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(scheduledDays('progress', 'monthly', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(scheduledDays('progress', 'monthly', '2026-03-31')).toEqual({ from: '2026-02-28', to: '2026-03-30' });
  expect(scheduledDays('progress', 'monthly', '2026-01-15')).toEqual({ from: '2025-12-15', to: '2026-01-14' });
});

test('the overview ends with the day of its delivery', () => {
  expect(scheduledDays('pdf', 'weekly', '2026-03-02')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
  expect(scheduledDays('pdf', 'monthly', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
});

test('compliance is about the year before the day of its delivery, however often it is sent', () => {
  const year = { from: '2025-03-02', to: '2026-03-01' };
  expect(scheduledDays('compliance', 'weekly', '2026-03-02')).toEqual(year);
  expect(scheduledDays('compliance', 'monthly', '2026-03-02')).toEqual(year);
});
