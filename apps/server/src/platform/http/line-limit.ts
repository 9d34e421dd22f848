import { MINUTE, now } from '../clock.ts';

/** Allows so many lines in each minute; the first one of the next minute learns how many were left out. */
export const limitLines = (most: number): (() => { write: boolean; skipped: number }) => {
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
