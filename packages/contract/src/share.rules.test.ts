import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf, displayShare } from './share.rules.ts';

test.each([
  [0, 0],
  [0.004, 0.1],
  [1.74, 1.7],
  [2, 2],
  [9.94, 9.9],
  [9.95, 10],
  [10.4, 10],
  [12.5, 13],
  [99.4, 99],
  [99.99, 99],
  [100, 100],
])('%d %% is displayed as %d', (percent, displayed) => {
  expect(displayShare(percent)).toBe(displayed);
});

test('only no one is 0 and only everyone is 100, and a larger share is never displayed as a smaller one', () => {
  const share = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      expect(displayShare(a) === 0).toBe(a === 0);
      expect(displayShare(a) === 100).toBe(a === 100);
      expect(displayShare(Math.min(a, b))).toBeLessThanOrEqual(displayShare(Math.max(a, b)));
      expect(displayShare(displayShare(a))).toBe(displayShare(a));
    }),
  );
});

test('a share of nothing is 0', () => {
  expect(shareOf(0, 0)).toBe(0);
  expect(shareOf(1, 8)).toBe(12.5);
});
