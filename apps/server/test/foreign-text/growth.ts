/** User CPU time of this process in milliseconds while `work` runs; the smallest of several runs. */
const cpuOf = async (work: () => unknown, runs: number): Promise<number> => {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await work();
    least = Math.min(least, process.cpuUsage(before).user / 1_000);
  }
  return least;
};

/** Below this the clock and the garbage collector decide, not the input. */
const MEASURABLE_MS = 15;
/** Largest growth for twice the input. */
export const RATIO_MAX = 2.5;

/**
 * Measures the work on inputs of doubling size, up to `max`, and returns the largest growth of the time for twice the input,
 * as the mean of two doublings. Times that are too small to be measured do not count. Work that takes `giveUpMs` is not
 * repeated with larger inputs.
 */
export const growthOf = async (
  work: (size: number) => unknown,
  max: number,
  { from = 4_096, giveUpMs = 1_000 } = {},
): Promise<number> => {
  const sizes: number[] = [];
  for (let size = max; size >= Math.min(from, max); size = Math.floor(size / 2)) sizes.unshift(size);
  const times: number[] = [];
  let worst = 0;
  for (const size of sizes) {
    let now = await cpuOf(() => work(size), 1);
    const before = times.at(-2) ?? 0;
    if (before >= MEASURABLE_MS) {
      // Measured again: another process or the garbage collector may have disturbed it.
      if (now > before * RATIO_MAX ** 2) now = Math.min(now, await cpuOf(() => work(size), 2));
      worst = Math.max(worst, Math.sqrt(now / before));
    }
    if (now > giveUpMs) break;
    times.push(now);
  }
  return worst;
};
