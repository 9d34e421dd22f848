import { MINUTE, now } from './clock.ts';

/** Allows `most` log lines a minute. The first line of the next minute reports how many were skipped. */
export const createLineLimit = (most: number): (() => { write: boolean; skipped: number }) => {
  let minute = 0;
  let lines = 0;
  let left = 0;
  return () => {
    const current = Math.floor(now().getTime() / MINUTE);
    if (current !== minute) [minute, lines] = [current, 0];
    lines += 1;
    if (lines > most) {
      left += 1;
      return { write: false, skipped: 0 };
    }
    const skipped = left;
    left = 0;
    return { write: true, skipped };
  };
};
