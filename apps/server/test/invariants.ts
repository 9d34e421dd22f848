import { expect } from 'vitest';
import { checkInvariants } from '../src/cli/invariants.ts';
import type { Platform } from '../src/platform/context.ts';

/** Everything in the database still fits together: the last line of every test of a fault. */
export const expectInvariants = async (platform: Platform): Promise<void> => {
  const findings = await checkInvariants(platform);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter((one) => one.broken > 0)).toEqual([]);
};
