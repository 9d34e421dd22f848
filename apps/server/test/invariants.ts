import { expect } from 'vitest';
import { checkInvariants } from '../src/cli/invariants.ts';
import type { Platform } from '../src/platform/context.ts';

/** Everything in the database still fits together: the last line of every test of a fault. */
export const expectInvariants = async (platform: Platform): Promise<void> => {
  const findings = await checkInvariants(platform);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter((one) => one.broken > 0)).toEqual([]);
};

/**
 * Looks at a database that test files share, where others may have written emails by hand, and answers what expects at the end
 * that nothing more is broken.
 */
export const watchInvariants = async (platform: Platform): Promise<() => Promise<void>> => {
  const before = new Map((await checkInvariants(platform)).map((one) => [one.rule, one.broken]));
  return async () => {
    const after = await checkInvariants(platform);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((one) => one.broken > before.get(one.rule)!)).toEqual([]);
  };
};

/** What must hold after any fault: nobody got two emails, and «sent» stands only where the server took the email. */
export const expectHonest = async (on: Platform, campaignId: string, accepted: readonly string[]) => {
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
