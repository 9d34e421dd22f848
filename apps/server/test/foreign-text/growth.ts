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
const MEASURABLE_MS = 30;
/** Largest growth for twice the input. */
export const RATIO_MAX = 2.5;

/**
 * Measures the work on inputs of doubling size, up to `max`, and returns the largest growth of the time for twice the
 * input, where the time can be measured. Work that takes `giveUpMs` is not repeated with larger inputs.
 */
export const growthOf = async (
  work: (size: number) => unknown,
  max: number,
  { from = 4_096, giveUpMs = 4_000 } = {},
): Promise<number> => {
  const sizes: number[] = [];
  for (let size = max; size >= Math.min(from, max); size = Math.floor(size / 2)) sizes.unshift(size);
  let before = await cpuOf(() => work(sizes[0]!), 2);
  let worst = 0;
  for (const size of sizes.slice(1)) {
    let now = await cpuOf(() => work(size), before > MEASURABLE_MS ? 1 : 2);
    if (before >= MEASURABLE_MS && now > before * RATIO_MAX) {
      // Measured again: another process or the collection of garbage may have disturbed one of the two.
      before = Math.max(before, await cpuOf(() => work(Math.floor(size / 2)), 3));
      now = Math.min(now, await cpuOf(() => work(size), 2));
    }
    if (before >= MEASURABLE_MS) worst = Math.max(worst, now / before);
    if (now > giveUpMs) break;
    before = now;
  }
  return worst;
};
