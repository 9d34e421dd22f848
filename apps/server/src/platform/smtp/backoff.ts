/** Waits between tries to reach a server that is away; the last one repeats. */
export const AWAY_STEPS_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const;

/** A sleep that ends early when `signal` fires; it never throws. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || ms <= 0) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
