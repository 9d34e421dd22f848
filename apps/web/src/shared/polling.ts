/** How often an open page asks for changes that nobody tells it: of running work, of a list that grows, of rare events. */
export const REFRESH_MS = { running: 3000, usual: 10_000, rare: 30_000 } as const;

/** Most checks of a task or report (document 2, section 9). */
const POLLS_MAX = 1000;
const FAST_MS = 2000;
const FAST_STEP_MS = 500;

/**
 * Milliseconds before the next check: short steps in the first two seconds (our addition: most tasks end there), then 5
 * s, 4 s after the 4th check, 3 s after the 9th, 2 s after the 16th. The early checks count as well.
 */
export const pollDelay = (checks: number, elapsedMs: number): number => {
  if (elapsedMs < FAST_MS) return FAST_STEP_MS;
  if (checks < 4) return 5000;
  if (checks < 9) return 4000;
  return checks < 16 ? 3000 : 2000;
};

/** The checks of one task or report, from now on. */
export const startPolling = () => {
  const startedAt = performance.now();
  let checks = 0;
  return {
    count: (): void => void (checks += 1),
    isOver: (): boolean => checks >= POLLS_MAX,
    /** Milliseconds before the next check. */
    delay: (): number => pollDelay(checks, performance.now() - startedAt),
  };
};
