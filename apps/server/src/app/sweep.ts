import type { Platform } from '../platform/context.ts';
import type { Sweep } from '../platform/module.ts';

/** Runs each sweep in turn. A failed sweep is logged, and the others still run. */
export const runSweeps = async (platform: Platform, sweeps: Readonly<Record<string, Sweep>>): Promise<void> => {
  for (const [name, run] of Object.entries(sweeps)) {
    await run(platform).catch((error: Error) => platform.log.error({ sweep: name, err: error }, 'a sweep failed'));
  }
};
