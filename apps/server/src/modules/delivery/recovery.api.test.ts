import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, newPlatform } from '../../../test/app.ts';
import { organization } from '../../../test/make/big-organization.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { endAllCampaigns } from '../campaigns/public.ts';
import { sweepCampaigns } from '../campaigns/sweep.service.ts';
import { claimEmails } from './claim.ts';
import { LIVENESS, recoverLeases } from './delivery.repo.ts';
import type { SenderOptions } from './delivery.types.ts';
import { cancelUnsent, moveUnsent } from './public.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});

const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 30 });
const sending = async (changes: Partial<SenderOptions> = {}) => {
  const sender = await startSender(platform, { ...SENDER_DEFAULTS, pollMs: 50, ...changes });
  onTestFinished(() => sender.stop());
};
const administratorOf = async (org: string) => {
  const [row] = await rows<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, role)
     select $1, id, 'administrator@staff.test', 'Ким', 'operator' from departments where organization_id = $1 and is_default returning id`,
    [org],
  );
  return { id: row!.id, organization_id: org, role: 'operator' as const };
};
const complete = async (org: string, id: string) =>
  call('campaigns.complete', await administratorOf(org), { id }, {}, platform);
const inOrganization = <T>(org: string, change: (tx: Tx) => Promise<T>) =>
  inTenant(platform.db, { organizationId: org, readable: [org] }, 'write', change);
const claim = (org: string, name: string, limit = 100) =>
  claimEmails(platform.db, {
    organizationId: org,
    claim: name,
    limit,
    leaseMs: 60_000,
    at: new Date(),
    turn: 0,
    senderDomains: ['help-desk.test'],
  });
const reply = async (campaignId: string) =>
  (
    await rows<{ reply: string | null }>('select reply from campaign_recipients where campaign_id = $1', [campaignId])
  )[0]!.reply;

test('a claim whose answer was lost is not renewed by its living sender, so its emails are sent', async () => {
  const org = await organization(platform);
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  await sending({ leaseMs: 600, recoverMs: 100 });
  const [lock] = await rows<{ owner: string }>(
    `select objid::text as owner from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and classid = $1 and objsubid = 2 and d.datname = current_database()`,
    [LIVENESS],
  );
  const { campaignId } = await insertCampaign(platform, org, 3, { status: 'planned' });
  await rows(
    `update campaign_recipients set state = 'claimed', lease_owner = $2, lease_until = now() + interval '600 ms' where campaign_id = $1`,
    [campaignId, `${lock!.owner}/77`],
  );
  await rows(`update campaigns set status = 'active' where id = $1`, [campaignId]);
  await until(async () => expect(await emailStates(platform, campaignId)).toEqual({ sent: 3 }));
});

test('a temporary rejection after the end of the campaign cancels the email with the words of the server', async () => {
  const org = await organization(platform);
  const sink = await sinkWith({
    fault: (at) =>
      at === 'mail' ? { at, do: 'delay', ms: 4_000 } : at === 'rcpt' ? { at, do: 'reply', code: 451 } : undefined,
  });
  await mailServer(platform, org, sink.port, 1);
  const { campaignId } = await insertCampaign(platform, org, 1);
  await sending();
  await until(async () => expect(await emailStates(platform, campaignId)).toEqual({ handing_over: 1 }));
  await until(async () => expect(sink.sessions.length).toBeGreaterThan(0));
  await complete(org, campaignId);
  await until(async () => expect(await emailStates(platform, campaignId)).not.toEqual({ handing_over: 1 }));
  expect(await emailStates(platform, campaignId)).toEqual({ cancelled: 1 });
  expect(await reply(campaignId)).toMatch(/^451/);
  expect(await rows('select sum(taken)::int as taken from sending_days where organization_id = $1', [org])).toEqual([
    { taken: 0 },
  ]);
});

test.each(['completed by hand', 'ended with its organisation'])(
  'an email that a dead sender had claimed is cancelled after its campaign was %s',
  async (end) => {
    const org = await organization(platform);
    const { campaignId } = await insertCampaign(platform, org, 3);
    const { emails } = await claim(org, '1/1');
    expect(emails).toHaveLength(3);
    await rows(`update campaign_recipients set state = 'handing_over' where id = $1`, [emails[0]!.id]);
    if (end === 'completed by hand') await complete(org, campaignId);
    else await inOrganization(org, endAllCampaigns);
    expect(await recoverLeases(platform.db, new Date())).toEqual({ requeued: 0, cancelled: 2, unknown: 1 });
    expect(await emailStates(platform, campaignId)).toEqual({ cancelled: 2, unknown: 1 });
    expect(await rows('select taken from sending_days where organization_id = $1', [org])).toEqual([{ taken: 1 }]);
  },
);

test('an email whose outcome was stored while its campaign ended is cancelled by the sweep', async () => {
  const org = await organization(platform);
  const { campaignId } = await insertCampaign(platform, org, 2);
  const running = await insertCampaign(platform, org, 2);
  await complete(org, campaignId);
  await rows(`update campaign_recipients set state = 'retry' where campaign_id = $1`, [campaignId]);
  await sweepCampaigns(platform);
  expect(await emailStates(platform, campaignId)).toEqual({ cancelled: 2 });
  expect(await emailStates(platform, running.campaignId)).toEqual({ queued: 2 });
});

test.each(['cancelUnsent', 'moveUnsent', 'deleteCampaign'] as const)(
  '%s locks emails in the order of their ids',
  async (which) => {
    const org = await organization(platform);
    const status = which === 'deleteCampaign' ? 'completed' : 'active';
    const { campaignId } = await insertCampaign(platform, org, 20, { status });
    const ids = (
      await rows<{ id: number }>('select id from campaign_recipients where campaign_id = $1 order by id', [campaignId])
    ).map(({ id }) => Number(id));
    // The first id lies last in the table and in each index.
    await rows(`update campaign_recipients set send_at = now() - id * interval '1 second' where campaign_id = $1`, [
      campaignId,
    ]);
    await rows(`update campaign_recipients set os = 'Windows' where id = $1`, [ids[0]]);
    const other = await platform.db.owner.connect();
    const lock = (id: number) => other.query('select from campaign_recipients where id = $1 for update', [id]);
    try {
      await other.query('begin');
      await lock(ids[0]!);
      const administrator = await administratorOf(org);
      const times = ids.map(() => '2030-01-01T00:00:00Z');
      const changes = {
        cancelUnsent: () => inOrganization(org, (tx) => cancelUnsent(tx, campaignId)),
        moveUnsent: () => inOrganization(org, (tx) => moveUnsent(tx, campaignId, ids.toReversed(), times, 'active')),
        deleteCampaign: () => call('campaigns.delete', administrator, { id: campaignId }, {}, platform),
      };
      const outcome = (changes[which]() as Promise<unknown>).then(
        () => 'done',
        (error: Error) => error.message,
      );
      await until(async () =>
        expect(
          await rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
        ).toHaveLength(1),
      );
      await lock(ids.at(-1)!);
      await other.query('commit');
      expect(await outcome).toBe('done');
    } finally {
      other.release(true);
    }
  },
);
