import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { newPlatform } from '../../../test/app.ts';
import { organization } from '../../../test/make/big-organization.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { claimEmails } from './claim.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});
const setCap = (org: string, cap: number | null) =>
  platform.db.owner.query('update organizations set minute_cap = $2 where id = $1', [org, cap]);

test('several senders together keep the cap per minute, also over midnight of the organisation', async () => {
  const org = await organization(platform);
  await setCap(org, 20);
  const { campaignId } = await insertCampaign(platform, org, 100);
  const claim = async (sender: number, n: number, at: Date) => {
    const { emails } = await claimEmails(platform.db, {
      organizationId: org,
      claim: `${sender}/${n}`,
      limit: 100,
      leaseMs: MINUTE,
      at,
      turn: n,
      senderDomains: ['help-desk.test'],
    });
    return emails.map(() => at.getTime());
  };
  // Midnight in Tashkent is 19:00 in UTC.
  const midnight = new Date(Date.now() + DAY).setUTCHours(19, 0, 0, 0);
  const times: number[] = [];
  for (let n = 0; n < 120; n += 1) {
    const at = new Date(midnight - MINUTE + n * 1.5 * SECOND);
    for (const part of await Promise.all([claim(1, n, at), claim(2, n, at)])) times.push(...part);
  }
  for (const [n, time] of times.entries())
    if (times[n + 20] !== undefined) expect(times[n + 20]! - time).toBeGreaterThanOrEqual(MINUTE);
  expect(times).toHaveLength(60); // in three minutes
  expect((await emailStates(platform, campaignId)).claimed).toBe(times.length);
});

test('a sender waits for its slots with open connections, and a lifted cap applies soon', async () => {
  const org = await organization(platform);
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port, 1);
  await setCap(org, 1);
  const { campaignId } = await insertCampaign(platform, org, 5);
  const sender = await startSender(platform, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  const states = (wanted: Record<string, number>) =>
    vi.waitFor(async () => expect(await emailStates(platform, campaignId)).toEqual(wanted), { timeout: 20_000 });
  await states({ sent: 1, queued: 4 });
  await setCap(org, null);
  await states({ sent: 5 });
  expect(sink.sessions).toHaveLength(1);
});
