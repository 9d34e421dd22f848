import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  toArcs,
  areaPath,
  fittingLabels,
  smoothPath,
  type Point,
  ringSegmentPath,
  splitAtGaps,
  linearScale,
  niceTicks,
} from './geometry.ts';

test('a scale maps ends to ends, and a range without length to the middle', () => {
  const y = linearScale([0, 10], [200, 0]);
  expect([y(0), y(5), y(10)]).toEqual([200, 100, 0]);
  expect(linearScale([3, 3], [0, 50])(3)).toBe(25);
});

test('ticks are round, begin at 0 and reach the top', () => {
  expect(niceTicks(10, 4)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(niceTicks(100, 4)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(niceTicks(1, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(niceTicks(7, 4)).toEqual([0, 2, 4, 6, 8]);
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (top) => {
      const ticks = niceTicks(top, 4);
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(top * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});

test('a missing value breaks the line', () => {
  expect(splitAtGaps([[0, 1], [1, 2], null, [3, 4]])).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [[3, 4]],
  ]);
  expect(splitAtGaps([null, null])).toEqual([]);
});

const numbers = (path: string): number[][] =>
  [...path.matchAll(/C([^C]+)/g)].map((one) => one[1]!.split(',').map(Number));
test('the curve passes through its points and never leaves the span between two of them', () => {
  const points = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(points, (heights) => {
      const places = heights.map((y, i): Point => [i * 10, y]);
      for (const [i, [, y1, , y2, x, y]] of numbers(smoothPath(places)).entries()) {
        const [low, high] = [Math.min(heights[i]!, heights[i + 1]!), Math.max(heights[i]!, heights[i + 1]!)];
        expect([x, y]).toEqual([(i + 1) * 10, heights[i + 1]]);
        for (const bend of [y1!, y2!]) expect(bend >= low - 0.02 && bend <= high + 0.02).toBe(true);
      }
    }),
  );
  expect(smoothPath([[4, 5]])).toBe('M4,5Z');
  expect(areaPath([[4, 5]], 9)).toBe('');
});

test('the parts of a ring fill it; an empty part draws nothing, a full part draws both circles', () => {
  const parts = toArcs([1, 0, 3]);
  expect(parts.map((one) => (one.to - one.from) / (2 * Math.PI))).toEqual([0.25, 0, 0.75]);
  expect(ringSegmentPath(parts[1]!, 64, 89, 2)).toBe('');
  expect(ringSegmentPath(toArcs([5])[0]!, 64, 89, 2).match(/A/g)).toHaveLength(4);
  expect(ringSegmentPath(parts[2]!, 64, 89, 2)).toMatch(/A89,89 0 1 1/);
});

test('labels of an axis never overlap, the first one begins at its point', () => {
  const x = (i: number) => 46 + i * 20;
  for (const text of ['28.08', '26.11 04:00']) {
    const labels = Array.from({ length: 40 }, () => text);
    const wide = text.length * 6.8;
    const spans = fittingLabels(labels, x, 846).map((i) =>
      i === 0 ? [x(i), x(i) + wide] : [x(i) - wide / 2, x(i) + wide / 2],
    );
    expect(spans.length).toBeGreaterThan(5);
    for (const [n, [from]] of spans.slice(1).entries()) expect(from).toBeGreaterThan(spans[n]![1]! + 10);
  }
});
