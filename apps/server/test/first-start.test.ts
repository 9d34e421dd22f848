import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from './database.ts';

// The first start, broken off wherever that can happen: by a taken port, a signal, a kill. Real processes; the next good start
// must leave nothing half made and tell a sign-in that works.

const main = join(import.meta.dirname, '../src/main.ts');
const RUNNING = 'Ctrl+C stops everything';

type Start = { said(): string; until(words: string): Promise<void>; end(signal: NodeJS.Signals): Promise<unknown[]> };
type SignIn = { email: string; password: string };

/** An installation of its own that can be started again and again; what still runs at the end of the test is killed. */
const installation = (settings: Record<string, string> = {}) => {
  const data = mkdtempSync(join(tmpdir(), 'sergak-first-'));
  chmodSync(data, 0o755); // PostgreSQL runs as somebody else where we are root
  const start = (more: Record<string, string> = {}): Start => {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SERGAK_DATA: data, SERGAK_PORT: '0', SERGAK_DEMO: 'false', ...settings, ...more },
    });
    const gone = once(child, 'close');
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()));
    onTestFinished(async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await gone;
    });
    return {
      said: () => text,
      async until(words) {
        while (!text.includes(words)) {
          if (child.exitCode !== null || child.signalCode !== null)
            throw new Error(`It ended before «${words}»: ${text}`);
          await Promise.race([once(child.stdout, 'data'), gone]);
        }
      },
      async end(signal) {
        child.kill(signal);
        return gone;
      },
    };
  };
  return { data, start };
};

/** The same on a database that the test can look into, and lock. */
const onDatabase = async (settings: Record<string, string> = {}) => {
  const url = await cloneDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const ask = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
  const made = installation({ DATABASE_URL: url, SERGAK_LOG_LEVEL: 'warn', ...settings });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    ...made,
    ask,
    /** Starts it, and kills it at the moment when it waits for what the statement locks. */
    async killAt(statement: string) {
      const holder = new pg.Client({ connectionString: url }); // a transaction of its own: it sees one state of the activity only
      await holder.connect();
      await holder.query('begin');
      await holder.query(statement);
      const node = made.start();
      const seen = async () => [statement, node.said(), (await ask(waiting)).length];
      await vi.waitFor(async () => expect(await seen()).toEqual([statement, '', 1]), { timeout: 20_000, interval: 20 });
      await node.end('SIGKILL');
      await holder.end();
      await vi.waitFor(async () =>
        expect(
          await ask(
            `select from pg_stat_activity where application_name like 'sergak-%' and datname = current_database()`,
          ),
        ).toEqual([]),
      );
    },
  };
};

const portalOf = (node: Start) => /Portal\s+(http\S+?)\/lk\//.exec(node.said())![1]!;
const firstOf = (node: Start): SignIn | null => {
  const [, email, password] =
    /organisation\. The password.*\n\s+super_user\s+(\S+@\S+)\s+(\S+)/.exec(node.said()) ?? [];
  return email && password ? { email, password } : null;
};
const signIn = async (node: Start, who: SignIn | null) =>
  (
    await fetch(`${portalOf(node)}/lk/api/v2/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'sergak' },
      body: JSON.stringify({ email: who?.email, password: who?.password }),
    })
  ).status;

test('a taken port ends the first start before anything is installed; the next one prints a sign-in that works', async () => {
  const { start, ask } = await onDatabase();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  for (const variable of ['SERGAK_PORT', 'SERGAK_CONTENT_PORT', 'SERGAK_PHISHING_PORT', 'SERGAK_OPERATIONS_PORT']) {
    const free = { SERGAK_CONTENT_PORT: '0', SERGAK_PHISHING_PORT: '0', SERGAK_OPERATIONS_PORT: '0' };
    const refused = start({ ...free, [variable]: String(port) });
    await expect(refused.until(RUNNING)).rejects.toThrow(`Port ${port} is taken by another program. Set ${variable}`);
  }
  expect(await ask('select from organizations')).toEqual([]);
  const good = start();
  await good.until(RUNNING);
  expect(await signIn(good, firstOf(good))).toBe(200);
  const operations = /Health, metrics\s+(http\S+)\/ready/.exec(good.said())![1]!;
  expect(await (await fetch(`${operations}/ready`)).json()).toEqual({ status: 'ready' });
  expect(await (await fetch(`${operations}/metrics`)).text()).toMatch(/endpoint="session.login",status="200"\} 1$/m);
}, 120_000);

test('killed between any two steps of the first start: the next goes on, and tells one sign-in until it has been used', async () => {
  const { start, killAt, ask } = await onDatabase();
  const installed = () =>
    ask(`select (select count(*)::int from organizations) as organizations, (select count(*)::int from employees) as people,
      (select count(*)::int from courses) as courses, (select bool_or(starter_due) from organizations) as due,
      (select count(password_hash)::int from employees) as passwords`);
  await killAt('select from first_start for update');
  expect(await installed()).toMatchObject([{ organizations: 0 }]);
  await killAt('lock table employees in access exclusive mode');
  expect(await installed()).toMatchObject([{ organizations: 0 }]);
  await killAt('lock table courses in access exclusive mode');
  expect(await installed()).toMatchObject([{ organizations: 1, people: 1, courses: 0, due: true }]);
  await killAt('lock table landing_pages in access exclusive mode');
  expect(await installed()).toMatchObject([{ organizations: 1, due: true, passwords: 0 }]);
  const { courses } = (await installed())[0]!;
  expect(courses).toBeGreaterThan(0);
  await killAt('lock table audit_log in access exclusive mode');
  expect(await installed()).toMatchObject([{ due: false, passwords: 0 }]);
  await killAt('select from first_start for update');
  expect(await installed()).toMatchObject([{ passwords: 1 }]);

  const told = start();
  await told.until(RUNNING);
  expect(await installed()).toMatchObject([{ organizations: 1, people: 1, due: false }]);
  expect(
    await ask(`select count(*) = count(distinct starter_slug) as once, count(*)::int as courses,
      (select count(*)::int from templates where starter_slug is not null) as scenarios from courses`),
  ).toEqual([{ once: true, courses, scenarios: 12 }]);
  const first = firstOf(told);
  await told.end('SIGKILL');

  const again = start();
  await again.until(RUNNING);
  expect(firstOf(again)).toEqual(first);
  expect(await signIn(again, first)).toBe(200);
  expect(await again.end('SIGTERM')).toEqual([0, null]);

  const later = start();
  await later.until(RUNNING);
  expect(firstOf(later)).toBeNull();
  expect(await ask('select super_user, sealed_password from first_start')).toEqual([
    { super_user: null, sealed_password: null },
  ]);
}, 120_000);

test('Ctrl+C while it installs stops the embedded PostgreSQL; a half made demo goes with the next start', async () => {
  const { data, start } = installation({ SERGAK_LOG_LEVEL: 'info' });
  const databaseRuns = () => {
    const note = join(data, 'postgres/location');
    const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(data, 'postgres');
    return existsSync(join(home, 'cluster/postmaster.pid'));
  };
  for (const moment of ['PostgreSQL started', 'lives through its year']) {
    const node = start({ SERGAK_DEMO: 'true' });
    await node.until(moment);
    expect(databaseRuns()).toBe(true);
    expect([moment, await node.end('SIGINT')]).toEqual([moment, [0, null]]);
    expect(databaseRuns()).toBe(false);
  }
  const good = start();
  await good.until(RUNNING);
  expect(good.said()).toContain('left half made and is removed');
  expect(await signIn(good, firstOf(good))).toBe(200);
  expect(await good.end('SIGINT')).toEqual([0, null]);
}, 180_000);

test('killed while the demo lives through its year: the next start makes it anew, whole, with sign-ins that work', async () => {
  const { data, start, ask } = await onDatabase({ SERGAK_DEMO: 'true' });
  const demo = () => ask('select id from organizations where is_demo order by cardinality(path)');
  const half = start();
  const lived = async () => (await ask(`select from campaigns where status = 'completed'`)).length;
  await vi.waitFor(async () => expect(await lived()).toBeGreaterThan(0), { timeout: 120_000, interval: 100 });
  await half.end('SIGKILL');
  const left = (await demo()).map(({ id }) => id);
  expect(left).not.toEqual([]);

  const good = start();
  await good.until(RUNNING);
  expect(await ask('select demo_unfinished from first_start')).toEqual([{ demo_unfinished: false }]);
  const whole = await demo();
  expect([whole.length, whole.some(({ id }) => left.includes(id))]).toEqual([4, false]);
  expect(await ask('select from organizations where removal_started_at is not null or starter_due')).toEqual([]);
  const signIns = JSON.parse(readFileSync(join(data, 'demo-sign-ins.json'), 'utf8')) as SignIn[];
  expect(signIns).toHaveLength(5);
  for (const one of [...signIns, firstOf(good)]) expect([one, await signIn(good, one)]).toEqual([one, 200]);
}, 600_000);
