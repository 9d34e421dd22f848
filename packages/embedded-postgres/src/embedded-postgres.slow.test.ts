import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { canReach, chooseAccount } from './account.ts';
import { installedNative } from './binaries.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres, type Options } from './embedded-postgres.ts';
import { readPidFile } from './probe.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const asRoot = process.getuid?.() === 0;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Creates a folder for one test; by default the unprivileged account may enter it. */
async function folder(mode = 0o755): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sergak-pg-test-'));
  await chmod(path, mode);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

let stopped: Promise<string> | undefined;
afterAll(async () => {
  vi.resetConfig();
  if (stopped) await rm(join(await stopped, '..'), { recursive: true, force: true });
});

/** Data folder of a database that was started once and stopped; created once for all tests. */
const stoppedOnce = (): Promise<string> =>
  (stopped ??= (async () => {
    const parent = await mkdtemp(join(tmpdir(), 'sergak-pg-test-'));
    await chmod(parent, 0o755);
    const dataDir = join(parent, 'pg');
    await (await startEmbeddedPostgres({ dataDir, durable: false })).stop();
    return dataDir;
  })());

/** A copy of that folder with owners and permissions, for tests of later starts. */
async function usedFolder(): Promise<string> {
  const original = await stoppedOnce();
  const dataDir = join(await folder(), 'pg');
  cpSync(original, dataDir, { recursive: true });
  const { uid, gid, mode } = await stat(clusterOf(original));
  await chmod(clusterOf(dataDir), mode);
  if (asRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, clusterOf(dataDir)]);
  return dataDir;
}

async function start(dataDir: string, more: Partial<Options> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, durable: false, ...more });
  cleanups.push(() => database.stop());
  return database;
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

type Starter = { child: ChildProcess; role: string; url: string; error?: string };

/** Starts the database in a separate process that then waits to be killed. */
async function startElsewhere(dataDir: string, as: { uid?: number; gid?: number } = {}): Promise<Starter> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false }).then(
      ({ role, url }) => console.log(JSON.stringify({ role, url })),
      (error) => console.log(JSON.stringify({ role: 'none', url: '', error: error.message })));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...as,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => end(child));
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { role: string; url: string }) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const clusterOf = (dataDir: string) => join(dataDir, 'cluster');

async function postmaster(dataDir: string): Promise<number> {
  const file = await readPidFile(clusterOf(dataDir));
  if (!file) throw new Error('no postmaster.pid');
  return file.pid;
}

test('a first start creates a database that knows Cyrillic, requires a password and listens on this machine only', async () => {
  const dataDir = join(await folder(), 'pg');
  const database = await start(dataDir);
  const [row] = await ask(
    database.url,
    `select lower('ПРИВЕТ') as lower, current_database() as name, current_setting('listen_addresses') as listens,
            'ёлка' < 'яблоко' collate "ru-RU-x-icu" as sorted, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({ lower: 'привет', name: 'sergak', listens: '127.0.0.1', sorted: true, encoding: 'UTF8' });
  const [trigrams] = await ask(database.adminUrl, `select show_trgm('Привет') as found`);
  expect(trigrams?.found).toHaveLength(7);
  await expect(ask(database.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select')).rejects.toMatchObject({
    code: '28P01',
  });
  const password = await stat(join(dataDir, 'superuser-password'));
  expect(password.mode & 0o777).toBe(0o600);
});

test('committed data is kept across a stop and a second start', async () => {
  const dataDir = join(await folder(), 'pg');
  const first = await start(dataDir);
  await ask(first.url, `create table kept as select 'да' as answer`);
  await first.stop();
  expect(await readPidFile(clusterOf(dataDir))).toBeNull();
  const second = await start(dataDir);
  expect(await ask(second.url, 'select * from kept')).toEqual([{ answer: 'да' }]);
});

test.runIf(asRoot)('under root, PostgreSQL runs as an unprivileged account that owns its files', async () => {
  const dataDir = join(await folder(), 'pg');
  await start(dataDir);
  const account = await chooseAccount(clusterOf(dataDir));
  expect(account?.uid).toBeGreaterThan(0);
  expect((await stat(clusterOf(dataDir))).uid).toBe(account?.uid);
  expect((await stat(`/proc/${await postmaster(dataDir)}`)).uid).toBe(account?.uid);
  expect((await stat(join(dataDir, 'superuser-password'))).uid).toBe(0);
});

test.runIf(asRoot)(
  'the files are moved if that account cannot reach their folder, and found again at the next start',
  async () => {
    const dataDir = join(await folder(0o700), 'pg');
    const first = await start(dataDir);
    const home = (await readFile(join(dataDir, 'location'), 'utf8')).trim();
    cleanups.unshift(() => rm(home, { recursive: true, force: true }));
    await ask(first.url, 'create table kept (id int)');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.url, 'select * from kept')).toEqual([]);
  },
);

test.runIf(asRoot)('files copied or restored by root get the account as owner again', async () => {
  const dataDir = await usedFolder();
  execFileSync('chown', ['-R', '0:0', dataDir]);
  const again = await start(dataDir);
  expect(await ask(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an ordinary user starts it without another account', async (context) => {
  const nobody = { name: 'nobody', uid: 65534, gid: 65534 };
  if (asRoot && !(await canReach(nobody, process.execPath))) return context.skip();
  const dataDir = join(await folder(), 'pg');
  await mkdir(dataDir);
  if (asRoot) await chown(dataDir, nobody.uid, nobody.gid);
  const starter = await startElsewhere(dataDir, asRoot ? nobody : {});
  expect(starter).toMatchObject({ role: 'started' });
  await end(starter.child);
  const adopted = await start(dataDir);
  expect(adopted.role).toBe('adopted');
});

test.for(['an open', 'a closed'])('it starts without the links of the install script, in %s folder', async (kind) => {
  const parent = await folder(kind === 'an open' ? 0o755 : 0o700);
  const native = join(parent, 'package', 'native');
  await cp(join(installedNative(), '..'), join(parent, 'package'), { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(join(native, '..', target), { force: true });
  const dataDir = join(await folder(), 'pg');
  const database = await start(dataDir, { native });
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const copied = (await readdir(dataDir)).some((name) => name.startsWith('binaries-'));
  expect(copied).toBe(asRoot && kind === 'a closed');
});

test('after kill -9 of its parent the running database is adopted and later stopped', async () => {
  const dataDir = await usedFolder();
  const starter = await startElsewhere(dataDir);
  await ask(starter.url, 'create table kept (id int)');
  const pid = await postmaster(dataDir);
  await end(starter.child);
  const adopted = await start(dataDir);
  expect(adopted).toMatchObject({ role: 'adopted', url: starter.url });
  expect(await postmaster(dataDir)).toBe(pid);
  expect(await ask(adopted.url, 'select * from kept')).toEqual([]);
  await adopted.stop();
  expect(await readPidFile(clusterOf(dataDir))).toBeNull();
});

test('after kill -9 of both processes the next start recovers committed data', async () => {
  const dataDir = await usedFolder();
  const starter = await startElsewhere(dataDir);
  await ask(starter.url, 'create table kept as select generate_series(1, 1000) as id');
  await end(starter.child);
  process.kill(await postmaster(dataDir), 'SIGKILL');
  const database = await start(dataDir);
  expect(database.role).toBe('started');
  expect(await ask(database.url, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
});

test('backends that outlive a killed postmaster are ended before a new one starts', async () => {
  const dataDir = await usedFolder();
  const starter = await startElsewhere(dataDir);
  const busy = ask(
    starter.url,
    `do $$ begin while clock_timestamp() < now() + interval '1 minute' loop perform 1; end loop; end $$`,
  ).catch(() => 'broken');
  await vi.waitFor(async () => {
    const running = await ask(starter.url, `select from pg_stat_activity where query like 'do %' and state = 'active'`);
    expect(running).toHaveLength(1);
  });
  await end(starter.child);
  process.kill(await postmaster(dataDir), 'SIGKILL');
  const database = await start(dataDir);
  expect(await busy).toBe('broken');
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a postmaster that dies is restarted on the same port, and the log reports it', async () => {
  const dataDir = await usedFolder();
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (line: string) => void errors.push(line) };
  const database = await start(dataDir, { log });
  await ask(database.url, 'create table kept (id int)');
  const pid = await postmaster(dataDir);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(database.url, 'select * from kept')).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  });
  expect(await postmaster(dataDir)).not.toBe(pid);
  expect(errors.join()).toContain('ended unexpectedly');
});

test('of two processes that start at once, one owns the database and the other is its guest', async () => {
  const dataDir = join(await folder(), 'pg');
  const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
  expect(both.map(({ role }) => role).toSorted()).toEqual(['guest', 'started']);
  expect(both[0]?.url).toBe(both[1]?.url);
  await Promise.all(both.map(({ child }) => end(child)));
  expect((await start(dataDir)).role).toBe('adopted');
});

test('a guest that stops leaves the database to its owner', async () => {
  const dataDir = await usedFolder();
  const owner = await start(dataDir);
  const guest = await start(dataDir);
  await guest.stop();
  expect(guest.role).toBe('guest');
  expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a taken port is reported with advice', async () => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  cleanups.push(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const dataDir = await usedFolder();
  const rejected = start(dataDir, { port });
  await expect(rejected).rejects.toMatchObject({
    reason: 'port_taken',
    message: expect.stringContaining(`порт ${port}`),
  });
});

test.runIf(asRoot)('a full disk is reported with advice, and a start works once there is space', async (context) => {
  const disk = await folder();
  const mount = (size: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', disk], { stdio: 'ignore' });
  try {
    mount('size=20m,mode=755');
  } catch {
    return context.skip('no right to mount');
  }
  cleanups.push(() => execFileSync('umount', ['-l', disk]));
  const dataDir = join(disk, 'pg');
  await expect(start(dataDir)).rejects.toMatchObject({
    reason: 'disk_full',
    message: expect.stringContaining('нет места'),
  });
  mount('remount,size=400m,mode=755');
  const database = await start(dataDir);
  expect(database.role).toBe('started');
  await database.stop();
});

test('a stale pid file with the id of another program does not prevent the start', async () => {
  const dataDir = await usedFolder();
  const owner = await stat(clusterOf(dataDir));
  const stranger = spawn('sleep', ['600'], { cwd: '/', uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
  cleanups.push(() => end(stranger));
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  await writeFile(pidFile, `${stranger.pid}\n${clusterOf(dataDir)}\n1700000000\n1\n\n127.0.0.1\n  1 1\nready\n`);
  await chown(pidFile, owner.uid, owner.gid);
  const database = await start(dataDir);
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a lost password is replaced, and a killed first start leaves nothing that prevents the next', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  await ask(first.url, 'create table kept (id int)');
  await first.stop();
  await unlink(join(dataDir, 'superuser-password'));
  await mkdir(join(dataDir, 'cluster.new-killed'));
  const second = await start(dataDir);
  expect(second.url).not.toBe(first.url);
  expect(await ask(second.url, 'select * from kept')).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('cluster.new-killed');
});

test('files of another major version are rejected with advice and not changed', async () => {
  const dataDir = await usedFolder();
  await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toMatchObject({ reason: 'wrong_version' });
  expect(await readdir(clusterOf(dataDir))).toContain('base');
});
