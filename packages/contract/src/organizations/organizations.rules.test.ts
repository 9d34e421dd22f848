import { expect, test } from 'vitest';
import {
  daysBetween,
  freeSeats,
  licenceNotice,
  loosenedLimits,
  loosensCap,
  maxEmailsPerWeek,
  paragraphsOf,
} from './organizations.rules.ts';
test('the shell warns 30, 7 and 1 days before the licence expires and after it has expired', () => {
  const at = (days_left: number, expired = false) => licenceNotice({ days_left, expired });
  expect([at(31), at(30), at(8), at(7), at(2), at(1), at(0), at(-1, true)]).toEqual([
    null,
    'month',
    'month',
    'week',
    'week',
    'day',
    'day',
    'expired',
  ]);
});

test('days are counted by the calendar, over a change of clocks and of years', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  expect(daysBetween('2026-05-02', '2026-05-01')).toBe(-1);
});

test('the number of free seats is never negative', () => {
  expect(freeSeats({ users_limit: 10, users_count: 3, children_limit: 5 })).toBe(2);
  expect(freeSeats({ users_limit: 5, users_count: 4, children_limit: 5 })).toBe(0);
});

test('an empty line begins a new paragraph, a single line break does not', () => {
  expect(paragraphsOf('  Первый\nи ещё\n \n\nВторой  ')).toEqual(['Первый\nи ещё', 'Второй']);
});

test('a long gap allows fewer emails per week than the cap', () => {
  const most = (person_weekly_cap: number, person_gap_hours: number) =>
    maxEmailsPerWeek({ person_weekly_cap, person_gap_hours });
  expect([most(2, 24), most(7, 24), most(7, 48), most(7, 100), most(7, 168), most(1, 1)]).toEqual([2, 7, 4, 2, 1, 1]);
});

test('a higher limit of approval, or none, loosens it', () => {
  expect([loosensCap(100, 101), loosensCap(100, null)]).toEqual([true, true]);
  expect([loosensCap(100, 100), loosensCap(100, 50), loosensCap(null, 5)]).toEqual([false, false, false]);
});

test('a change loosens a limit if it lets more email through, or email at other times', () => {
  const limits = {
    approval_above: 100,
    daily_cap: 500,
    minute_cap: 60,
    person_weekly_cap: 2,
    person_gap_hours: 24,
    work_from: 540,
    work_to: 1080,
    work_days: [1, 2, 3, 4, 5],
    holidays: ['2026-12-31'],
    time_zone: 'Asia/Tashkent',
  };
  const looser = {
    approval_above: null,
    daily_cap: 501,
    minute_cap: null,
    person_weekly_cap: 3,
    person_gap_hours: 23,
    work_from: 539,
    work_to: 1081,
    work_days: [1, 2, 3, 4, 6],
    holidays: ['2027-01-01'],
    time_zone: 'Europe/London',
  };
  for (const [field, value] of Object.entries(looser))
    expect(loosenedLimits(limits, { [field]: value })).toEqual([field]);
  const stricter = {
    approval_above: 99,
    daily_cap: 499,
    minute_cap: 59,
    person_weekly_cap: 1,
    person_gap_hours: 25,
    work_from: 541,
    work_to: 1079,
    work_days: [1],
    holidays: ['2026-12-31', '2027-01-01'],
  };
  expect(loosenedLimits(limits, stricter)).toEqual([]);
  expect(loosenedLimits(limits, {})).toEqual([]);
});
