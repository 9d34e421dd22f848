import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { programOptions, runProgram } from './command.ts';
import { EmbeddedPostgresError, explainFailure } from './failure.ts';
import { pidExists, probe, processesIn, readPidFile, type PidFile } from './probe.ts';

export type Running = { readonly pid: number; readonly port: number };

const TIMEOUTS = { silent: 30_000, orphans: 5_000, start: 15 * 60_000, stop: 120 };
const LOG_LIMIT = 10 * 2 ** 20;

/**
 * Checks what an earlier process left in the data directory. Returns the running database to adopt, or null if no
 * PostgreSQL process uses the directory any more and a start is safe.
 */
export async function findRunning(cluster: Cluster): Promise<Running | null> {
  const { directory, password, log } = cluster;
  const since = Date.now();
  let quitSent = false;
  for (;;) {
    const file = await readPidFile(directory);
    const verdict = file?.port ? await probe(file.port, password, directory) : 'rejected';
    if (file && verdict === 'ours') return file;
    const holders = await processesIn(directory);
    const waited = Date.now() - since;
    const postmasterLives =
      file !== null && (holders.includes(file.pid) || (verdict === 'changing' && pidExists(file.pid)));
    if (postmasterLives) {
      if (verdict === 'foreign') throw wrongPassword(cluster);
      if (waited > (verdict === 'changing' ? TIMEOUTS.start : TIMEOUTS.silent)) throw notAnswering(cluster, [file.pid]);
    } else if (holders.length > 0) {
      // Backends that outlived their postmaster: a second server would corrupt the data.
      if (waited > TIMEOUTS.silent) throw notAnswering(cluster, holders);
      if (waited > TIMEOUTS.orphans && !quitSent) {
        log.warn(`PostgreSQL: ending processes left by a killed server: ${holders.join(', ')}`);
        holders.forEach((pid) => signal(pid, 'SIGQUIT'));
        quitSent = true;
      }
    } else {
      if (file) await removeStale(cluster, file);
      return null;
    }
    await pause(100);
  }
}

/**
 * Removes a pid file whose process id now belongs to another program, because PostgreSQL would treat that program as
 * a running server. PostgreSQL removes other stale pid files itself, and needs them to find its shared memory.
 */
async function removeStale(cluster: Cluster, file: PidFile): Promise<void> {
  if (process.platform !== 'linux' || !pidExists(file.pid)) return;
  cluster.log.warn(`PostgreSQL: removing a stale postmaster.pid, process ${file.pid} is another program`);
  await rm(join(cluster.directory, 'postmaster.pid'), { force: true });
}

/** Starts PostgreSQL on the port (0: any free one) and waits until it accepts connections, including recovery. */
export async function launch(cluster: Cluster, port: number): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOn(cluster, port || (await freePort()));
    } catch (error) {
      const taken = error instanceof EmbeddedPostgresError && error.reason === 'port_taken';
      if (!taken || port !== 0 || attempt === 3) throw error;
    }
  }
}

async function launchOn(cluster: Cluster, port: number): Promise<Running> {
  const { directory, home, account, binaries, password, settings } = cluster;
  const logFile = await openLog(home);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A session of its own: Ctrl-C in the terminal must not reach PostgreSQL, because the database stops last.
  const child = spawn(binaries.postgres, ['-D', directory, '-p', String(port), ...options], {
    ...programOptions(account, home),
    detached: true,
    stdio: ['ignore', logFile.handle.fd, logFile.handle.fd],
  });
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', () => (ended ??= ''));
  child.unref();
  try {
    for (const since = Date.now(); ; await pause(25)) {
      if (ended !== null)
        throw explainFailure(`${String(ended)}\n${await readServerLog(home, logFile.start)}`, { directory, port });
      if ((await readPidFile(directory))?.pid !== child.pid) continue;
      if ((await probe(port, password, directory)) === 'ours') return { pid: child.pid ?? 0, port };
      if (Date.now() - since > TIMEOUTS.start) throw notAnswering(cluster, [child.pid ?? 0]);
    }
  } finally {
    await logFile.handle.close();
  }
}

/** Fast shutdown: open transactions are rolled back, and all committed data is on the disk when this resolves. */
export async function shutDown(cluster: Cluster): Promise<void> {
  const { directory, home, account, binaries, log } = cluster;
  const stop = (mode: string) =>
    runProgram(binaries.pgCtl, ['stop', '-D', directory, '-m', mode, '-w', '-t', String(TIMEOUTS.stop)], {
      account,
      cwd: home,
    });
  const fast = await stop('fast');
  if (fast.ok || (await readPidFile(directory)) === null) return;
  log.error(
    `PostgreSQL did not stop in time and is stopped at once; it recovers at the next start. ${fast.output.trim()}`,
  );
  await stop('immediate');
}

async function openLog(home: string) {
  const path = join(home, 'postgres.log');
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT) await rename(path, `${path}.1`);
  return { handle: await open(path, 'a', 0o600), start: size > LOG_LIMIT ? 0 : size };
}

const readServerLog = async (home: string, start: number): Promise<string> =>
  (await readFile(join(home, 'postgres.log'))).subarray(start).toString();

/** Below the range of outgoing connections, so that none can occupy the port while the database is down. */
const PORTS = { from: 15_000, to: 30_000 };

/** A free port of 127.0.0.1; another process may take it later. */
async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const found = await tryPort(randomInt(PORTS.from, PORTS.to)).catch(() => null);
    if (found !== null) return found;
  }
  return tryPort(0);
}

function tryPort(wanted: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(wanted, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}

const notAnswering = ({ directory }: Cluster, pids: number[]) =>
  new EmbeddedPostgresError(
    'not_answering',
    `PostgreSQL в ${directory} запущен (процесс ${pids.join(', ')}), но не отвечает. Завершите его (kill -QUIT) и запустите снова.`,
    `PostgreSQL in ${directory} runs (process ${pids.join(', ')}) but does not answer. End it (kill -QUIT) and start again.`,
  );

const wrongPassword = ({ directory, home }: Cluster) =>
  new EmbeddedPostgresError(
    'wrong_password',
    `PostgreSQL в ${directory} уже работает, но пароль из ${home} к нему не подходит. Завершите его, удалите файл superuser-password и запустите снова.`,
    `PostgreSQL in ${directory} runs already, but the password in ${home} does not fit. End it, delete the file superuser-password and start again.`,
  );
