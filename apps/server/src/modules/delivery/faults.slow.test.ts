import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { SinkSession } from '@sergak/mail/sink.ts';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, newPlatform } from '../../../test/app.ts';
import { expectCorrectOutcomes, expectInvariants } from '../../../test/invariants.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import type { Platform } from '../../platform/context.ts';
import { createOrganization } from '../organizations/public.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';
import { LIVENESS } from './delivery.repo.ts';
import type { SenderOptions } from './delivery.types.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});

let count = 0;
const organization = async (on: Platform = platform): Promise<string> => {
  const id = await createOrganization(on, {
    title: `Организация ${++count}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10_000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await on.db.owner.query(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, $2, 'test', now())`,
    [id, `o${count}.test`],
  );
  return id;
};
const quick: SenderOptions = {
  ...SENDER_DEFAULTS,
  pollMs: 50,
  awayStepsMs: [50, 100, 200],
  pauses: { backoffMs: [200, 500], reconnectMs: [50, 100, 200] },
};
const sending = async (changes: Partial<SenderOptions> = {}) => {
  const sender = await startSender(platform, { ...quick, ...changes });
  onTestFinished(() => sender.stop());
  return sender;
};
const query = (text: string, values: unknown[] = []) => platform.db.owner.query(text, values);
const total = (states: Record<string, number>, ...names: string[]) =>
  names.reduce((sum, name) => sum + (states[name] ?? 0), 0);
const until = (check: () => Promise<void> | void, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 30 });

test('a mail server that is away for a short or a long time makes no email final; all emails arrive', async () => {
  const org = await organization();
  const sink = await sinkWith({ keepRaw: false });
  await mailServer(platform, org, sink.port);
  await sink.away();
  const { campaignId } = await insertCampaign(platform, org, 600);
  await sending();
  // Far longer than all pauses between the attempts together.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await emailStates(platform, campaignId)).toEqual({ queued: 600 });
  await sink.back();
  await until(() => expect(sink.accepted.length).toBeGreaterThan(150));
  await sink.away();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const during = await emailStates(platform, campaignId);
  expect(during.failed ?? 0).toBe(0);
  // Only emails past the 354 when the connections broke may be unknown: one per connection.
  expect(during.unknown ?? 0).toBeLessThanOrEqual(4);
  await sink.back();
  await until(async () => {
    const states = await emailStates(platform, campaignId);
    expect(total(states, 'sent', 'unknown')).toBe(600);
  });
  expect((await emailStates(platform, campaignId)).unknown ?? 0).toBe(during.unknown ?? 0);
  await expectCorrectOutcomes(
    platform,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
});

/** A server that delays each email and counts the emails of each connection. */
const countingSink = async (ms: number) => {
  const sessions = new Set<SinkSession>();
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at, session) => {
      sessions.add(session);
      return at === 'dot' && ms > 0 ? { at, do: 'delay', ms } : undefined;
    },
  });
  /** Only the email past its 354 may still arrive on each connection, whatever was marked before. */
  const oneMoreEach = () => {
    const before = new Map([...sessions].map((session) => [session, session.emails]));
    const accepted = sink.accepted.length;
    return () => {
      for (const session of sessions) expect(session.emails - (before.get(session) ?? 0)).toBeLessThanOrEqual(1);
      expect(sink.accepted.length - accepted).toBeLessThanOrEqual(CONNECTIONS);
    };
  };
  return { sink, oneMoreEach };
};
const CONNECTIONS = 4;

test.each([
  ['quick', 0],
  ['slow', 60],
])('«complete» in the middle of sending to a %s server stops within one email per connection', async (_, ms) => {
  const org = await organization();
  const { sink, oneMoreEach } = await countingSink(ms);
  await mailServer(platform, org, sink.port, CONNECTIONS);
  const { campaignId } = await insertCampaign(platform, org, 1_000);
  const { rows: administrators } = await platform.db.owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, role)
     select $1, id, 'administrator@staff.test', 'Ким', 'operator' from departments where organization_id = $1 and is_default returning id`,
    [org],
  );
  const administrator = { id: administrators[0]!.id, organization_id: org, role: 'operator' as const };
  await sending();
  await until(() => expect(sink.accepted.length).toBeGreaterThan(60));
  await call('campaigns.complete', administrator, { id: campaignId }, {}, platform);
  const held = oneMoreEach();
  await until(async () =>
    expect(total(await emailStates(platform, campaignId), 'claimed', 'handing_over', 'queued', 'retry')).toBe(0),
  );
  held();
  const states = await emailStates(platform, campaignId);
  expect(states.sent).toBe(sink.accepted.length);
  expect(states.cancelled).toBe(1_000 - sink.accepted.length);
  await expectCorrectOutcomes(
    platform,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
});

test('the stop button stops within one email per connection, each time it is pressed', async () => {
  const org = await organization();
  const { sink, oneMoreEach } = await countingSink(15);
  await mailServer(platform, org, sink.port, CONNECTIONS);
  const { campaignId } = await insertCampaign(platform, org, 2_000);
  await sending();
  for (let press = 1; press <= 12; press += 1) {
    const before = sink.accepted.length;
    await until(() => expect(sink.accepted.length).toBeGreaterThan(before + 20));
    await query('update organizations set sending_paused = true where id = $1', [org]);
    const held = oneMoreEach();
    await until(async () => expect(total(await emailStates(platform, campaignId), 'claimed', 'handing_over')).toBe(0));
    held();
    await query('update organizations set sending_paused = false where id = $1', [org]);
  }
  await expectCorrectOutcomes(
    platform,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
});

test('the stop button stops all sending of the organisation at once and loses nothing; another organisation keeps sending', async () => {
  const [org, other] = [await organization(), await organization()];
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 10 } : undefined),
  });
  await mailServer(platform, org, sink.port);
  await mailServer(platform, other, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 500);
  const further = await insertCampaign(platform, other, 200);
  await sending();
  await until(async () => expect((await emailStates(platform, campaignId)).sent ?? 0).toBeGreaterThan(40));
  await query('update organizations set sending_paused = true where id = $1', [org]);
  await until(async () => expect(await emailStates(platform, further.campaignId)).toEqual({ sent: 200 }));
  await until(async () => expect(total(await emailStates(platform, campaignId), 'claimed', 'handing_over')).toBe(0));
  const paused = await emailStates(platform, campaignId);
  expect(paused.cancelled ?? 0).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await emailStates(platform, campaignId)).toEqual(paused);
  await query('update organizations set sending_paused = false where id = $1', [org]);
  await until(async () => expect(await emailStates(platform, campaignId)).toEqual({ sent: 500 }));
  expect(new Set(sink.accepted.map((email) => email.messageId)).size).toBe(sink.accepted.length);
  await expectInvariants(platform);
});

test('a connection lost after the hand-over makes an email unknown, and it is never sent again', async () => {
  const org = await organization();
  let emails = 0;
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at) => (at === 'dot' && ++emails % 10 === 0 ? { at, do: 'drop', accept: true } : undefined),
  });
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 100);
  await sending();
  await until(async () => expect(total(await emailStates(platform, campaignId), 'sent', 'unknown')).toBe(100));
  expect((await emailStates(platform, campaignId)).unknown).toBe(10);
  expect(sink.accepted).toHaveLength(100);
  await expectCorrectOutcomes(
    platform,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
});

test('a sender that shuts down during a campaign releases its claimed emails', async () => {
  const org = await organization();
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 10 } : undefined),
  });
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 300);
  const sender = await sending();
  await until(() => expect(sink.accepted.length).toBeGreaterThan(50));
  await sender.stop();
  const states = await emailStates(platform, campaignId);
  expect(states.sent).toBe(sink.accepted.length);
  expect(total(states, 'sent', 'queued')).toBe(300);
  await expectInvariants(platform);
});

test('a living sender whose emails are taken back again and again duplicates none', async () => {
  const org = await organization();
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 5 } : undefined),
  });
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 1_500);
  await sending({ batch: 20, recoverMs: 10 });
  for (let loss = 1; loss <= 15; loss += 1) {
    await until(() => expect(sink.accepted.length).toBeGreaterThan(loss * 60));
    // The sender loses its lock for a second, and all that it holds is taken back meanwhile, several times.
    await query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.classid = $1 and l.objsubid = 2 and d.datname = current_database()`,
      [LIVENESS],
    );
  }
  await until(
    async () => expect(total(await emailStates(platform, campaignId), 'sent', 'unknown')).toBe(1_500),
    60_000,
  );
  await expectCorrectOutcomes(
    platform,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
}, 120_000);
