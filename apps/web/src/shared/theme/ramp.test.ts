import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, rampOf, TEXT_CONTRAST } from './ramp.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#3dbc87', '#ffffff')).toBeCloseTo(2.4, 1);
});

test('the default seed produces its own green', () => {
  const ramp = rampOf('#3dbc87');
  expect(contrast(ramp[6], '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  expect(contrast(ramp[6], '#ffffff')).toBeLessThan(6.2);
  expect(rampOf('not a colour')).toEqual(ramp);
});

test('for any seed, white is readable on 6, text of 8 on 0 and 1, and 3 on the dark background', () => {
  fc.assert(
    fc.property(hex, (seed) => {
      const ramp = rampOf(seed);
      expect(ramp).toHaveLength(10);
      expect(contrast(ramp[6], '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrast(ramp[7], ramp[0])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[8], ramp[1])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ramp[3], '#14171c')).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 300 },
  );
});

test('shades darken from 0 to 9', () => {
  fc.assert(
    fc.property(hex, (seed) => {
      const steps = rampOf(seed).map((shade) => contrast(shade, '#ffffff'));
      expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    }),
    { numRuns: 100 },
  );
});
