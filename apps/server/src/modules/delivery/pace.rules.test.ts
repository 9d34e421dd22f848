import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '../../platform/clock.ts';
import { paceOf } from './pace.rules.ts';

/** Claims everything that is free at these times, and returns the times of all emails. */
const emailsAt = (cap: number, times: readonly number[]): number[] => {
  let stored: string | null = null;
  return times.flatMap((time) => {
    const pace = paceOf(cap, stored, new Date(time));
    if (pace.free > 0) stored = pace.nextSlotAt(pace.free);
    return Array.from({ length: pace.free }, () => time);
  });
};
const START = Date.parse('2030-01-07T00:00:00Z');

test('no 60 seconds ever hold more emails than the cap, whenever senders claim', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 60 }),
      (cap, gaps) => {
        let time = START;
        const emails = emailsAt(
          cap,
          gaps.map((gap) => (time += gap)),
        );
        const tooClose = emails.filter((at, n) => (emails[n + cap] ?? Infinity) - at < MINUTE);
        expect(tooClose).toEqual([]);
      },
    ),
  );
});

test.each([1, 2, 7, 60, 100, 600, 10_000])('a sender that claims often uses a cap of %i almost fully', (cap) => {
  const times = Array.from({ length: (10 * MINUTE) / 200 }, (_, n) => START + n * 200);
  expect(emailsAt(cap, times).length).toBeGreaterThanOrEqual(cap * 10 * 0.95);
});

test('a claim that comes too early names the time of the next slot', () => {
  const first = paceOf(2, null, new Date(START));
  expect(first.free).toBe(1);
  const second = paceOf(2, first.nextSlotAt(1), new Date(START + 10_000));
  expect([second.free, second.nextSlotAt(0)]).toEqual([0, new Date(START + 30_000).toISOString()]);
});
