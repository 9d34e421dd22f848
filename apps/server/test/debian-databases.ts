import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-ports.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const POOLER = '/usr/sbin/pgbouncer';

/** Installs a package of Debian if the tests run as root and it is missing. */
const ensurePackage = (name: string, file: string): boolean => {
  if (existsSync(file)) return true;
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      stdio: 'ignore',
      timeout: 120_000,
    });
  } catch {
    return false; // the test is skipped with a reason
  }
  return existsSync(file);
};

const reason = (missing: string) => `skipped, because ${missing} of Debian is not installed`;
/** Why tests with these servers are skipped; null if they run. */
export const whyNoPostgres15 = (): string | null =>
  ensurePackage('postgresql-15', join(BIN, 'postgres')) ? null : reason('postgresql-15');
export const whyNoPgBouncer = (): string | null => (ensurePackage('pgbouncer', POOLER) ? null : reason('pgbouncer'));

/** Neither server runs as root. */
const account = () => {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** A folder of the account in which the server writes everything. */
const ownFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-debian-'));
  await chmod(folder, 0o700);
  const { uid, gid } = account();
  chownSync(folder, uid, gid);
  return folder;
};

const untilItAnswers = async (url: string): Promise<void> => {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (left === 0) throw error;
      await pause(100);
    }
  }
};

export type Server = { readonly port: number; stop(): Promise<void> };

const run = async (folder: string, port: number, command: readonly string[], url: string): Promise<Server> => {
  const child = spawn(command[0]!, command.slice(1), { ...account(), stdio: 'ignore', cwd: folder });
  const gone = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(url);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Starts the cluster in `data` of the folder. */
const startCluster = async (folder: string): Promise<Server> => {
  const [port] = (await freePorts(1)) as [number];
  const options = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return run(folder, port, [join(BIN, 'postgres'), ...options, '-c', 'fsync=off'], url);
};

/** A standby of such a cluster, which becomes a primary by `select pg_promote()`. */
export const startStandby15 = async (of: Server): Promise<Server> => {
  const folder = await ownFolder();
  const from = `host=127.0.0.1 port=${of.port} user=postgres`;
  const options = ['-D', join(folder, 'data'), '-d', from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  execFileSync(join(BIN, 'pg_basebackup'), options, { ...account(), stdio: 'ignore', cwd: folder });
  return startCluster(folder);
};

/** A new cluster of Debian's PostgreSQL 15 with the superuser `postgres`, without passwords. */
export const startPostgres15 = async (): Promise<Server> => {
  const folder = await ownFolder();
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'];
  execFileSync(join(BIN, 'initdb'), options, { ...account(), stdio: 'ignore', cwd: folder });
  return startCluster(folder);
};

/** Debian's PgBouncer in session mode, as its package configures it, in front of a database. */
export const startPgBouncer = async (database: URL): Promise<Server> => {
  const folder = await ownFolder();
  const [port] = (await freePorts(1)) as [number];
  const config = join(folder, 'pgbouncer.ini');
  const name = database.pathname.slice(1);
  const [user, password] = [database.username, database.password].map(decodeURIComponent);
  await writeFile(
    config,
    `[databases]\n${name} = host=${database.hostname} port=${database.port} dbname=${name} user=${user} password=${password}\n` +
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\n` +
      `pool_mode = session\ndefault_pool_size = 60\nmax_client_conn = 200\n`,
  );
  await chmod(config, 0o644);
  const { uid, gid } = account();
  chownSync(config, uid, gid);
  return run(folder, port, [POOLER, '-q', config], `postgres://${user}@127.0.0.1:${port}/${name}`);
};

/** The statements of docs/operation.md by which an administrator creates the user and the database. */
export const setUpStatements = async (password: string): Promise<string[]> => {
  const operation = await readFile(join(import.meta.dirname, '../../../docs/operation.md'), 'utf8');
  const [, block] = /```sql\n(create role sergak [^]*?)```/.exec(operation)!;
  return block!
    .replace(/--.*$/gm, '')
    .replace('…', password)
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
};
