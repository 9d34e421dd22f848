import { afterEach, expect, test, vi } from 'vitest';
import { pollDelay, startPolling } from './polling.ts';

afterEach(() => void vi.useRealTimers());

test('fast for two seconds, then 5, 4, 3 and 2 seconds', () => {
  expect([pollDelay(0, 0), pollDelay(0, 1999)]).toEqual([500, 500]);
  expect([0, 3, 4, 8, 9, 15, 16, 900].map((checks) => pollDelay(checks, 2000))).toEqual([
    5000, 5000, 4000, 4000, 3000, 3000, 2000, 2000,
  ]);
});

test('every check counts, the early ones too: 4 s after the 4th, 3 s after the 9th, 2 s after the 16th', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const polling = startPolling();
  const delays: number[] = [];
  for (let check = 1; check <= 17; check += 1) {
    polling.count();
    delays.push(polling.delay());
    vi.advanceTimersByTime(delays.at(-1)!);
  }
  expect(delays.slice(0, 4)).toEqual([500, 500, 500, 500]);
  expect(delays.slice(4)).toEqual([4000, 4000, 4000, 4000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 2000, 2000]);
});
