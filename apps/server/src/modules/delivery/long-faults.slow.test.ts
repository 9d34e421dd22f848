import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { clusterDirectory } from '@sergak/embedded-postgres/cluster.ts';
import { findHome } from '@sergak/embedded-postgres/home.ts';
import { readPidFile } from '@sergak/embedded-postgres/probe.ts';
import { startSink, type Sink } from '@sergak/mail/sink.ts';
import { newPlatform } from '../../../test/app.ts';
import { expectCorrectOutcomes } from '../../../test/invariants.ts';
import { bigOrganization, organization } from '../../../test/make/big-organization.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { processes } from '../../../test/processes.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';
import { insertSession } from '../session/session.repo.ts';
import { mailTransport } from '../settings/public.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';
import type { SenderOptions } from './delivery.types.ts';

// Long faults. Each test mostly waits, so they run in parallel, each with its own database.

const until = (check: () => Promise<void> | void, timeout = 60_000) => vi.waitFor(check, { timeout, interval: 25 });
type Finish = (work: () => Promise<void>) => void;

/** Sends 400 emails with the production pauses, and makes the mail server fail halfway by `outage`. */
const throughOutage = async (
  onTestFinished: Finish,
  options: Partial<SenderOptions>,
  outage: (sink: Sink) => Promise<void>,
) => {
  const on = await newPlatform();
  const sink = await startSink({
    keepRaw: false,
    fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 5 } : undefined),
  });
  const org = await organization(on);
  await mailServer(on, org, sink.port);
  const { campaignId } = await insertCampaign(on, org, 400);
  const sender = await startSender(on, { ...SENDER_DEFAULTS, ...options });
  onTestFinished(async () => {
    await sender.stop();
    await sink.stop();
    await on.db.close();
  });
  await until(() => expect(sink.accepted.length).toBeGreaterThan(50));
  await outage(sink);
  const during = await emailStates(on, campaignId);
  expect((during.queued ?? 0) + (during.retry ?? 0)).toBeGreaterThan(100);
  expect([during.failed, during.cancelled, during.claimed, during.handing_over]).toEqual(Array(4).fill(undefined));
  // Only emails past the 354 when the connections broke may be unknown: one per connection.
  expect(during.unknown ?? 0).toBeLessThanOrEqual(4);
  const before = sink.accepted.length;
  await until(async () => {
    const { sent = 0, unknown = 0 } = await emailStates(on, campaignId);
    expect(sent + unknown).toBe(400);
  });
  const after = await emailStates(on, campaignId);
  expect(after.unknown ?? 0).toBe(during.unknown ?? 0);
  expect(sink.accepted.length).toBeGreaterThan(before + 100);
  await expectCorrectOutcomes(
    on,
    campaignId,
    sink.accepted.map((email) => email.messageId),
  );
};

test.concurrent(
  'a mail server that does not listen for a minute makes nothing final; all emails arrive',
  ({ onTestFinished }) =>
    throughOutage(onTestFinished, {}, async (sink) => {
      await sink.away();
      const connections = sink.sessions.length;
      await pass(MINUTE);
      expect(sink.sessions.length).toBe(connections); // no connection was accepted
      await sink.back();
    }),
  180_000,
);

test.concurrent('a mail server that for a minute drops connections, then never answers, makes no email final', ({
  onTestFinished,
}) => {
  // The timeout for a silent server is 30 to 60 seconds; here 5, so that a minute holds several attempts. The pauses are
  // real.
  const impatient: SenderOptions['transport'] = async (platform, id) => {
    const transport = await mailTransport(platform, id);
    return { ...transport, config: { ...transport.config, timeouts: { greetingMs: 5_000, commandMs: 5_000 } } };
  };
  return throughOutage(onTestFinished, { transport: impatient }, async (sink) => {
    const beforeData = ['greeting', 'ehlo', 'mail', 'rcpt', 'data'];
    const does = (what: 'drop' | 'hang') =>
      sink.setFault((at) => (beforeData.includes(at) ? { at, do: what } : undefined));
    const connections = sink.sessions.length;
    does('drop');
    await pass(MINUTE / 3);
    does('hang');
    await pass((MINUTE / 3) * 2);
    expect(sink.sessions.length).toBeGreaterThan(connections + 3); // it was tried again and again
    sink.setFault(undefined);
  });
}, 180_000);

test.concurrent('PostgreSQL restarts and then crashes while 2,000 emails are sent: none is lost or duplicated, the server keeps running', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-restart-'));
  let database = await startEmbeddedPostgres({ dataDir: folder });
  onTestFinished(async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { url, port } = database;
  await migrate(url, createLog({ logLevel: 'silent' }));
  const asSuperuser = database.adminUrl.replace(/postgres$/, 'sergak');
  const world = await processes(onTestFinished, url, asSuperuser);
  const org = await organization(world.on);
  await mailServer(world.on, org, world.smtpPort);
  const { campaignId } = await insertCampaign(world.on, org, 2_000);
  const { child, portal } = await world.serve();
  await until(() => expect(world.accepted().length).toBeGreaterThan(200));
  await database.stop();
  const atStop = world.accepted().length;
  expect(atStop).toBeLessThan(2_000);
  database = await startEmbeddedPostgres({ dataDir: folder, port });
  await until(() => expect(world.accepted().length).toBeGreaterThan(atStop + 300));
  process.kill((await readPidFile(clusterDirectory(await findHome(folder))))!.pid, 'SIGKILL'); // restarted by its watcher
  const atCrash = world.accepted().length;
  expect(atCrash).toBeLessThan(2_000);
  await until(async () => {
    const { sent = 0, unknown = 0 } = await emailStates(world.on, campaignId);
    expect(sent + unknown).toBe(2_000);
  }, 120_000);
  expect(child.exitCode).toBe(null);
  expect((await fetch(`${portal}/ready`)).status).toBe(200);
  expect((await emailStates(world.on, campaignId)).unknown ?? 0).toBeLessThan(100);
  await expectCorrectOutcomes(world.on, campaignId, world.accepted());
}, 240_000);

const sessionOf = (on: Platform, org: string, employeeId: string): Promise<string> =>
  inSystem(on.db, (tx) =>
    insertSession(tx, { organizationId: org, employeeId, twoFactorDue: false, userAgent: '', address: '' }),
  );

test.concurrent('kill -9 during the launch for 20,000: planning resumes, one email for each person, none sent before it is complete', async ({
  onTestFinished,
}) => {
  const world = await processes(onTestFinished);
  const { on, accepted } = world;
  const org = await organization(on, 25_000);
  await mailServer(on, org, world.smtpPort);
  const { form, administrator } = await bigOrganization(on, org);
  const token = await sessionOf(on, org, administrator.id);
  const SENT = 300;
  await on.db.owner.query('update organizations set daily_cap = $2 where id = $1', [org, SENT]);
  // A slow disk: each batch of emails takes so long that a kill happens between two batches.
  await on.db.owner
    .query(`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.4); return null; end';
      create trigger slow after insert on campaign_recipients for each statement execute function slow()`);
  const first = await world.serve();
  const answer = await fetch(`${first.portal}/lk/api/v2/phishing/campaigns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  const made = (await answer.json()) as { id: string; event_id: string; status: string };
  expect(made).toMatchObject({ status: 'creating' });
  const state = async () =>
    (
      await on.db.owner.query<{ status: string; rows: number; people: number; busy: number }>(
        `select c.status, count(r.id)::int as rows, count(distinct r.employee_id)::int as people,
             (count(*) filter (where r.state <> 'queued'))::int as busy
           from campaigns c left join campaign_recipients r on r.campaign_id = c.id where c.id = $1 group by c.status`,
        [made.id],
      )
    ).rows[0]!;
  const kill = async ({ child }: typeof first) => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await state();
    expect(left).toMatchObject({ status: 'creating', busy: 0 });
    expect(left.rows).toBeGreaterThan(0);
    expect(left.rows).toBeLessThan(20_000);
    expect(accepted()).toEqual([]);
  };
  await until(async () => expect((await state()).rows).toBeGreaterThan(2_000));
  await kill(first);
  const second = await world.serve();
  await until(async () => expect((await state()).rows).toBe(0)); // rows of the killed run are deleted first
  await until(async () => expect((await state()).rows).toBeGreaterThan(2_000));
  await kill(second);
  await on.db.owner.query('drop trigger slow on campaign_recipients');
  await world.serve();
  await until(async () => {
    const taken = accepted().length; // read before the state: emails sent by now must not belong to a campaign that is still `creating`
    const { status } = await state();
    if (status === 'creating') expect(taken).toBe(0);
    expect(status).toBe('active');
  });
  await until(async () => expect((await emailStates(on, made.id)).sent).toBe(SENT));
  expect(await emailStates(on, made.id)).toEqual({ sent: SENT, queued: 20_000 - SENT });
  expect(await state()).toMatchObject({ rows: 20_000, people: 20_000 });
  const { rows: task } = await on.db.owner.query('select status, result from tasks where id = $1', [made.event_id]);
  expect(task).toMatchObject([{ status: 'success', result: { recipients: 20_000 } }]);
  // The administrator also gets a message of the portal from another domain.
  const simulated = accepted().filter((messageId) => messageId.endsWith('@corp.test>'));
  expect(simulated).toHaveLength(SENT);
  await expectCorrectOutcomes(on, made.id, simulated);
}, 180_000);
