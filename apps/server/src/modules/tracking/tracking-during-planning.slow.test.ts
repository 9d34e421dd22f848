import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { call, newPlatform } from '../../../test/app.ts';
import { bigOrganization, organization } from '../../../test/make/big-organization.ts';
import { insertCampaign } from '../../../test/make/campaign-rows.ts';
import type { Platform } from '../../platform/context.ts';
import { jobContext } from '../../platform/jobs.ts';
import { planEmails } from '../campaigns/launch/planning.jobs.ts';
import { startTracking } from './listener.ts';

// Tracking during the planning of 20,000 emails, without timing: each writing transaction of the planning is paused at its
// commit, where it holds the most locks. Tracking must not wait for any of them.

const GATE = 20_000;
/** More emails in one transaction hold their locks, and the disk, too long. */
const EMAILS_AT_ONCE = 2_000;
/** Number of people who open, click and submit during one transaction of the planning. */
const PEOPLE_AT_A_GATE = 5;

/** Makes every commit of the planner (of connections of jobs) wait while the gate is locked. */
const closable = `
  create function wait_at_gate() returns trigger language plpgsql as $$ begin
    if current_setting('application_name') = 'sergak-app' then perform pg_advisory_xact_lock_shared(${GATE}); end if;
    return null;
  end $$;
  create constraint trigger gate after insert or update or delete on campaign_recipients deferrable initially deferred
    for each row execute function wait_at_gate();
  create constraint trigger gate after insert or update or delete on campaigns deferrable initially deferred
    for each row execute function wait_at_gate();
  create constraint trigger gate after insert or update or delete on tasks deferrable initially deferred
    for each row execute function wait_at_gate()`;

/**
 * Controls the gate. Two connections take turns: the second one queues for the lock behind the transaction that is let
 * through, so that the transaction after it finds the gate closed again.
 */
const gateOf = async ({ owner }: Platform['db']) => {
  const guards = [await owner.connect(), await owner.connect()] as const;
  const close = (guard: pg.PoolClient) => guard.query(`select pg_advisory_lock(${GATE})`);
  const locks = async (granted: boolean, mode: string): Promise<number> =>
    (
      await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${GATE} and granted = $1 and mode = $2
           and database = (select oid from pg_database where datname = current_database())`,
        [granted, mode],
      )
    ).rows[0]!.n;
  await close(guards[0]);
  let turn = 0;
  return {
    /** Whether the planner waits at the gate in a transaction that has written. */
    isHeld: async () => (await locks(false, 'ShareLock')) > 0,
    async letOneThrough() {
      const [current, next] = turn++ % 2 === 0 ? guards : [guards[1], guards[0]];
      const closed = close(next);
      await vi.waitFor(async () => expect(await locks(false, 'ExclusiveLock')).toBe(1), { interval: 5 });
      await current.query(`select pg_advisory_unlock(${GATE})`);
      await closed;
    },
    open: () => guards.forEach((guard) => guard.release(true)),
  };
};

/** Creates a running campaign to people whom the next campaign also targets, and returns what tracking stored for it. */
const runningCampaign = async (on: Platform, org: string) => {
  const { rows: staff } = await on.db.owner.query<{ id: string }>(
    `select id from employees where organization_id = $1 and role = 'employee' order by id limit 300`,
    [org],
  );
  const { campaignId } = await insertCampaign(on, org, 0, { employees: staff.map((one) => one.id) });
  const { rows } = await on.db.owner.query<{ key: string }>(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour' where campaign_id = $1 returning tracking_key as key`,
    [campaignId],
  );
  const stored = async () =>
    (
      await on.db.owner.query<{ kind: string; n: number }>(
        'select kind, count(*)::int as n from tracking_events where campaign_id = $1 group by kind order by kind',
        [campaignId],
      )
    ).rows;
  return { keys: rows.map((one) => one.key), stored };
};

const headers = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,image/*,*/*',
  'accept-language': 'ru,en;q=0.8',
};
/** Sends all requests of one person: opens the email, clicks the link, submits the form on the page. */
const actAsPerson = async (base: string, key: string): Promise<number[]> => {
  const open = await fetch(`${base}/${key}/o.gif`, { headers });
  const click = await fetch(`${base}/${key}`, { headers });
  const submit = await fetch(`${base}/${key}/s?f=login,password`, { method: 'POST', headers });
  return [open.status, click.status, submit.status];
};

/** Returns the queries of tracking that wait for a lock held by a connection of the planner. */
const held = async ({ owner }: Platform['db']): Promise<string[]> => {
  const { rows } = await owner.query<{ query: string }>(
    `select w.query from pg_stat_activity w where w.datname = current_database() and w.application_name = 'sergak-system'
       and exists (select from pg_stat_activity h where h.pid = any (pg_blocking_pids(w.pid)) and h.application_name = 'sergak-app')`,
  );
  return rows.map((one) => one.query);
};

/** Runs `work`, and fails at once if tracking waits for the planner meanwhile. */
const assertNotBlocked = async <T>(on: Platform, work: Promise<T>): Promise<T> => {
  let under = true;
  const watch = async (): Promise<never> => {
    while (under) expect(await held(on.db), 'tracking waits for a lock of the planner').toEqual([]);
    return new Promise(() => {});
  };
  return Promise.race([work, watch()]).finally(() => (under = false));
};

test('while 20,000 emails are planned, opens, clicks and forms wait for no lock of the planning and are all stored', async ({
  onTestFinished,
}) => {
  const on = await newPlatform();
  const listener = await startTracking(on, 0, '127.0.0.1');
  onTestFinished(async () => {
    await listener.stop();
    await on.db.close();
  });
  const base = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
  const org = await organization(on, 25_000);
  const { form, administrator } = await bigOrganization(on, org);
  const running = await runningCampaign(on, org);
  const made = await call('campaigns.create', administrator, form, {}, on);
  await on.db.owner.query(closable);
  const gate = await gateOf(on.db);

  let ended = false;
  const planning = planEmails(jobContext(on, org, new AbortController().signal, 1, true), {
    organization_id: org,
    campaign_id: made.id,
  }).finally(() => (ended = true));
  onTestFinished(async () => {
    gate.open();
    await planning.catch(() => undefined);
  });
  let people = 0;
  let transactions = 0;
  for (;;) {
    await vi.waitFor(async () => expect(ended || (await gate.isHeld())).toBe(true), { timeout: 10_000, interval: 5 });
    if (ended) break;
    transactions += 1;
    const keys = running.keys.slice(people, people + PEOPLE_AT_A_GATE);
    people += keys.length;
    const answers = await assertNotBlocked(on, Promise.all(keys.map((key) => actAsPerson(base, key))));
    expect(answers.flat()).toEqual(Array(keys.length * 3).fill(200));
    expect(await running.stored()).toEqual(['clicked', 'entered_data', 'opened'].map((kind) => ({ kind, n: people })));
    expect(await gate.isHeld(), 'the same transaction is still open').toBe(true);
    await gate.letOneThrough();
  }
  await planning;

  const { rows: batches } = await on.db.owner.query<{ n: number }>(
    'select count(*)::int as n from campaign_recipients where campaign_id = $1 group by xmin::text',
    [made.id],
  );
  expect(batches.reduce((sum, { n }) => sum + n, 0)).toBe(20_000);
  expect(Math.max(...batches.map(({ n }) => n))).toBeLessThanOrEqual(EMAILS_AT_ONCE);
  expect(transactions).toBeGreaterThan(batches.length);
  const { rows: campaigns } = await on.db.owner.query('select status from campaigns where id = $1', [made.id]);
  expect(campaigns).toEqual([{ status: 'active' }]);
}, 60_000);
