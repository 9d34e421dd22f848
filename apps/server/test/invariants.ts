import { expect } from 'vitest';
import { checkInvariants } from '../src/cli/invariants.ts';
import type { Platform } from '../src/platform/context.ts';

/** Asserts that no invariant is broken: the last line of every test of a fault. */
export const expectInvariants = async (platform: Platform): Promise<void> => {
  const findings = await checkInvariants(platform);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter((one) => one.broken > 0)).toEqual([]);
};

/**
 * For a database that test files share, in which other tests may have inserted emails by hand: returns a check that
 * no further invariant was broken since this call.
 */
export const watchInvariants = async (platform: Platform): Promise<() => Promise<void>> => {
  const before = new Map((await checkInvariants(platform)).map((one) => [one.rule, one.broken]));
  return async () => {
    const after = await checkInvariants(platform);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((one) => one.broken > before.get(one.rule)!)).toEqual([]);
  };
};

/** Asserts what holds after any fault: nobody got two emails, and only emails accepted by the server are "sent". */
export const expectCorrectOutcomes = async (on: Platform, campaignId: string, accepted: readonly string[]) => {
  expect(new Set(accepted).size).toBe(accepted.length);
  const { rows } = await on.db.owner.query<{ message_id: string; state: string; reply: string | null }>(
    'select message_id, state, reply from campaign_recipients where campaign_id = $1',
    [campaignId],
  );
  const took = new Set(accepted);
  for (const row of rows) {
    if (row.state === 'sent') expect(took.has(row.message_id)).toBe(true);
    if (['failed', 'cancelled', 'queued', 'retry'].includes(row.state)) expect(took.has(row.message_id)).toBe(false);
    if (row.state === 'sent') expect(row.reply).toMatch(/^2\d\d/);
  }
  await expectInvariants(on);
};
