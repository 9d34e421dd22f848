import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, riskColor, round2 } from './risk.rules.ts';
import { changeTone, personVerdict, RISK_THRESHOLD, riskTrend } from './trend.rules.ts';

const series = (...values: (number | null)[]) =>
  values.map((value, i) => ({ date: `2026-11-${String(i + 1).padStart(2, '0')}`, value }));

/** A figure as it is displayed. */
const shown = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;

describe('the trend of a risk level', () => {
  test('a level that fell and then rose after data was entered is not called safer', () => {
    expect(riskTrend(-1, series(10, 5, 9))).toEqual({ kind: 'rose', by: 4, since: '2026-11-02', fell: 1 });
    expect(riskTrend(0, series(9, 5, 5, 9))).toEqual({ kind: 'rose', by: 4, since: '2026-11-03', fell: 0 });
  });

  test('a difference below the threshold counts as unchanged', () => {
    expect(riskTrend(-0.1, series(5, 5, 4.9))).toEqual({ kind: 'same' });
    expect(riskTrend(0.24, series(5, 5.24))).toEqual({ kind: 'same' });
    expect(riskTrend(round2(5.3 - 5), series(5, 5.3))).toEqual({ kind: 'worse', by: 0.3 });
    expect(riskTrend(-0.3, series(5.3, 5))).toEqual({ kind: 'better', by: 0.3 });
    expect(riskTrend(null, [])).toEqual({ kind: 'unknown' });
  });

  test('a difference counts as it is displayed, rounded to one decimal', () => {
    expect(riskTrend(0.29, series(5, 5.29))).toEqual({ kind: 'worse', by: 0.3 });
    expect(riskTrend(-0.27, series(5.27, 5))).toEqual({ kind: 'better', by: 0.3 });
    expect([-0.27, 0.25, 0.24, -0.24].map((one) => changeTone(one, 'down'))).toEqual(['good', 'bad', 'same', 'same']);
  });

  const level = fc.option(
    fc.integer({ min: 0, max: 1000 }).map((n) => n / 100),
    { nil: null, freq: 5 },
  );
  test('no sentence contradicts the levels of the period', () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 28 }), (values) => {
        const points = series(...values);
        const now = values.at(-1)!;
        const period = { from: points[0]!.date, to: points.at(-1)!.date };
        const change = changeOf(now, points, period);
        const trend = riskTrend(change, points);
        const known = values.filter((one) => one !== null);
        if (trend.kind === 'unknown') expect(change).toBeNull();
        if (trend.kind === 'better') {
          expect(shown(change!)).toBeLessThanOrEqual(-RISK_THRESHOLD);
          expect(shown(now! - Math.min(...known))).toBeLessThan(RISK_THRESHOLD);
        }
        if (trend.kind === 'worse') expect(shown(change!)).toBeGreaterThanOrEqual(RISK_THRESHOLD);
        if (trend.kind === 'same') expect(Math.abs(shown(change!))).toBeLessThan(RISK_THRESHOLD);
        if (trend.kind === 'rose') {
          expect(now! - points.find((one) => one.date === trend.since)!.value!).toBeCloseTo(trend.by, 0);
          expect(trend.fell === 0 || shown(change!) <= -RISK_THRESHOLD).toBe(true);
        }
        // A displayed amount is never zero.
        if ('by' in trend) expect(trend.by).toBeGreaterThanOrEqual(0.3);
      }),
    );
  });
});

test('a bare change is good or bad only from the threshold on', () => {
  expect([-0.1, 0, 0.24, -0.3, 0.3, null, undefined].map((one) => changeTone(one, 'down'))).toEqual([
    'same',
    'same',
    'same',
    'good',
    'bad',
    'same',
    'same',
  ]);
  expect([0.9, 1, -1].map((one) => changeTone(one, 'up'))).toEqual(['same', 'good', 'bad']);
});

describe('the verdict that a person reads about the own level', () => {
  const same = { kind: 'same' } as const;

  test('three caught emails of eight get no praise, at any level', () => {
    expect(personVerdict({ level: 2.5, emails: 8, caught: 3, trend: same })).toBe('caught');
    expect(personVerdict({ level: 2.5, emails: 8, caught: 1, trend: same })).toBe('good');
  });

  test('a rising level and a level without emails get no praise', () => {
    const rose = { kind: 'rose', by: 2, since: '2026-11-02', fell: 0 } as const;
    expect(personVerdict({ level: 3, emails: 8, caught: 0, trend: rose })).toBe('low');
    expect(personVerdict({ level: 1, emails: 0, caught: 0, trend: same })).toBe('low');
    expect(personVerdict({ level: null, emails: 0, caught: 0, trend: { kind: 'unknown' } })).toBe('missing');
  });

  test('praise implies a green level, few caught emails and no rise', () => {
    const trend = fc.constantFrom(
      same,
      { kind: 'worse', by: 1 } as const,
      { kind: 'rose', by: 1, since: '2026-11-02', fell: 0 } as const,
      { kind: 'better', by: 1 } as const,
    );
    const facts = fc.record({
      level: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: null }),
      emails: fc.nat(20),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      trend,
    });
    fc.assert(
      fc.property(facts, ({ share, ...rest }) => {
        const caught = Math.floor(rest.emails * share);
        const verdict = personVerdict({ ...rest, caught });
        if (rest.level !== null && riskColor(rest.level) === 'red') expect(verdict).toBe('high');
        if (verdict !== 'good') return;
        expect(riskColor(rest.level)).toBe('green');
        expect(caught / rest.emails).toBeLessThanOrEqual(0.15);
        expect(['same', 'better']).toContain(rest.trend.kind);
      }),
    );
  });
});
