import { MINUTE, now } from './clock.ts';
import type { Log } from './log.ts';

/** Allows `most` lines a minute in each log. The first line of the next minute reports how many were skipped. */
export const createLineLimit = (most: number): ((log: Log) => { write: boolean; skipped: number }) => {
  const counts = new WeakMap<Log, { minute: number; lines: number; left: number }>();
  return (log) => {
    const minute = Math.floor(now().getTime() / MINUTE);
    const { left, ...last } = counts.get(log) ?? { minute, lines: 0, left: 0 };
    const lines = (last.minute === minute ? last.lines : 0) + 1;
    const write = lines <= most;
    counts.set(log, { minute, lines, left: write ? 0 : left + 1 });
    return { write, skipped: write ? left : 0 };
  };
};
