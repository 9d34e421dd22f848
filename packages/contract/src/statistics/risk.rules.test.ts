import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeOf,
  comparablePoints,
  countedCourses,
  explainRisk,
  emailPoints,
  emailWeight,
  phishingIndicator,
  riskColor,
  riskLevel,
  riskOf,
  round2,
  shareColor,
} from './risk.rules.ts';

const email = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  result: fc.integer({ min: 0, max: 4 }),
  reported: fc.boolean(),
  age_days: fc.double({ min: 0, max: 4000, noNaN: true }),
});
const course = fc.record({
  key: fc.constantFrom('x', 'y'),
  progress: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
});
const emails = fc.array(email, { maxLength: 12 });
const courses = fc.array(course, { maxLength: 6 });

describe('points and weights', () => {
  test('each result has its points, and reporting subtracts 20, never below 0', () => {
    expect([0, 1, 2, 3, 4].map((result) => emailPoints({ result, reported: false }))).toEqual([0, 10, 50, 80, 100]);
    expect([0, 1, 2, 3, 4].map((result) => emailPoints({ result, reported: true }))).toEqual([0, 0, 30, 60, 80]);
  });

  test('an email weighs half after 180 days', () => {
    expect(emailWeight(0)).toBe(1);
    expect(emailWeight(180)).toBe(0.5);
    expect(emailWeight(360)).toBe(0.25);
    const indicator = phishingIndicator([
      { key: 'a', result: 4, reported: false, age_days: 180 },
      { key: 'b', result: 0, reported: false, age_days: 0 },
    ]);
    expect(indicator).toBeCloseTo(100 / 3, 10);
  });
});

describe('the level', () => {
  test('combines both risks 0.7 to 0.3, uses the one that exists, and is missing without any', () => {
    expect(riskLevel(10, 0)).toBe(7);
    expect(riskLevel(0, 10)).toBe(3);
    expect(riskLevel(6, null)).toBe(6);
    expect(riskLevel(null, 6)).toBe(6);
    expect(riskLevel(null, null)).toBe(null);
    expect(riskOf([], [])).toEqual({ risk_level: null, phishing_indicator: null, learning_progress: null });
  });

  test('stays within its scale for all inputs', () => {
    fc.assert(
      fc.property(emails, courses, (l, c) => {
        const { risk_level, phishing_indicator, learning_progress } = riskOf(l, c);
        expect(risk_level === null).toBe(l.length + c.length === 0);
        expect(risk_level ?? 0).toBeGreaterThanOrEqual(0);
        expect(risk_level ?? 0).toBeLessThanOrEqual(10);
        expect(phishing_indicator ?? 0).toBeLessThanOrEqual(100);
        expect(learning_progress ?? 0).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('time alone does not change the level: only the differences of the ages count', () => {
    fc.assert(
      fc.property(emails, courses, fc.integer({ min: 1, max: 2000 }), (l, c, later) => {
        const aged = l.map((one) => ({ ...one, age_days: one.age_days + later }));
        expect(Math.abs((riskOf(aged, c).risk_level ?? 0) - (riskOf(l, c).risk_level ?? 0))).toBeLessThan(0.011);
      }),
    );
  });

  test('a worse result never lowers the level, a finished course never raises it', () => {
    fc.assert(
      fc.property(
        fc.array(email, { minLength: 1, maxLength: 8 }),
        fc.array(course, { minLength: 1, maxLength: 5 }),
        (l, c) => {
          const before = riskOf(l, c).risk_level!;
          const worse = [{ ...l[0]!, result: 4 }, ...l.slice(1)];
          const learned = [{ ...c[0]!, progress: 100 }, ...c.slice(1)];
          expect(riskOf(worse, c).risk_level).toBeGreaterThanOrEqual(before);
          expect(riskOf(l, learned).risk_level).toBeLessThanOrEqual(before);
        },
      ),
    );
  });
});

test('the parts of the explanation add up to the level, none is negative, the largest comes first', () => {
  fc.assert(
    fc.property(emails, courses, (l, c) => {
      const parts = explainRisk(l, c);
      const sum = parts.reduce((all, one) => all + one.points, 0);
      expect(round2(sum)).toBeCloseTo(riskOf(l, c).risk_level ?? 0, 1);
      expect(parts.every((one) => one.points >= 0)).toBe(true);
      expect(parts.map((one) => one.points)).toEqual(parts.map((one) => one.points).toSorted((a, b) => b - a));
    }),
  );
});

test('colours change at the limits of the specification', () => {
  expect([null, 0, 3.99, 4, 6.99, 7, 10].map(riskColor)).toEqual([
    'red',
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
  ]);
  expect([0, 15, 15.1, 50, 50.1].map(shareColor)).toEqual(['green', 'green', 'yellow', 'yellow', 'red']);
});

test('rounding rounds halves up even if no double is exactly a half', () => {
  expect(round2(41.665)).toBe(41.67);
  expect(round2((33.33 + 50) / 2)).toBe(41.67);
  expect(round2(41.6649)).toBe(41.66);
});

test('the change compares with the last day on or before the start, or else with the first day', () => {
  const points = [
    { date: '2026-01-01', value: 5 },
    { date: '2026-01-05', value: 4 },
    { date: '2026-01-09', value: null },
  ];
  expect(changeOf(3, points, { from: '2026-01-06', to: '2026-02-05' })).toBe(-1);
  expect(changeOf(3, points, { from: '2025-12-01', to: '2026-02-05' })).toBe(-2);
  expect(changeOf(null, points, { from: '2026-01-06', to: '2026-02-05' })).toBe(null);
  expect(changeOf(3, [], { from: '2026-01-06', to: '2026-02-05' })).toBe(null);
});

test('there is no change before a week of days has passed, unless the period itself is shorter', () => {
  const points = [{ date: '2026-01-10', value: 5 }];
  expect(changeOf(4, points, { from: '2025-12-17', to: '2026-01-10' })).toBe(null);
  expect(changeOf(4, points, { from: '2025-12-17', to: '2026-01-16' })).toBe(null);
  expect(changeOf(4, points, { from: '2025-12-18', to: '2026-01-17' })).toBe(-1);
  expect(changeOf(4, points, { from: '2026-01-10', to: '2026-01-12' })).toBe(-1);
});

test('a course counts from its completion or its missed deadline for 365 days, once', () => {
  const today = '2026-11-30';
  const one = {
    key: 'x',
    course_id: 'course',
    status: 'active' as 'active' | 'completed',
    paused: false,
    start_date: '2026-11-01',
    deadline: '2026-12-28',
    assigned_at: '2026-11-01T00:00:00Z',
    completed_on: null as string | null,
    progress: 20,
  };
  const counts = (...changes: Partial<typeof one>[]) =>
    countedCourses(
      changes.map((change, n) => ({ ...one, key: String(n), ...change })),
      today,
    ).map((counted) => counted.key);
  expect(counts({}), 'before the deadline').toEqual([]);
  expect(counts({ deadline: '2026-11-30' }), 'on the deadline').toEqual([]);
  expect(counts({ deadline: '2026-11-29' })).toEqual(['0']);
  expect(counts({ deadline: '2025-11-30' })).toEqual(['0']);
  expect(counts({ deadline: '2025-11-29' }), 'a year later').toEqual([]);
  expect(counts({ deadline: '2026-11-29', paused: true })).toEqual([]);
  expect(counts({ deadline: '2026-11-29', status: 'completed' })).toEqual([]);
  expect(counts({ completed_on: '2026-11-05', status: 'completed' })).toEqual(['0']);
  expect(counts({ completed_on: '2025-12-01' })).toEqual(['0']);
  expect(counts({ completed_on: '2025-11-30' })).toEqual([]);
  const done = { completed_on: '2026-02-02', start_date: '2026-01-01' };
  expect(counts(done, {}), 'a repetition before its deadline').toEqual(['0']);
  expect(counts(done, { deadline: '2026-11-29' }), 'a repetition past its deadline').toEqual(['1']);
  expect(counts({ deadline: '2026-11-29', course_id: 'other' }, done)).toEqual(['0', '1']);
});

test('levels of an earlier rule are not compared', () => {
  const points = ['2026-11-01', '2026-11-10', '2026-11-20'].map((date, value) => ({ date, value }));
  expect(comparablePoints(points, null)).toEqual(points);
  expect(comparablePoints(points, '2026-11-10').map((point) => point.value)).toEqual([1, 2]);
});
