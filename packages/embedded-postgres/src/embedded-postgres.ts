import { mkdir, realpath, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.ts';
import { installedNative, prepareBinaries } from './binaries.ts';
import { clusterDirectory, prepareFiles, type Cluster, type Log } from './cluster.ts';
import { EmbeddedPostgresError, toEmbeddedPostgresError } from './failure.ts';
import { findHome, prepareHome, readPassword } from './home.ts';
import { tryOwnerLock, type OwnerLock } from './owner-lock.ts';
import { launch, findRunning, shutDown, type Running } from './postmaster.ts';
import { probe, readPidFile } from './probe.ts';
import { PRODUCT_LOGIN, productPassword } from './product-login.ts';
import { serverSettings, type Settings } from './settings.ts';
import { watch } from './watch.ts';

export { EmbeddedPostgresError } from './failure.ts';
export type { Log } from './cluster.ts';

export type Options = {
  /**
   * Folder of the database, created if missing. If the product runs as root, other accounts must be able to enter its
   * parents (chmod o+x).
   */
  readonly dataDir: string;
  /** Port on 127.0.0.1; by default any free port. A database that is already running keeps its port. */
  readonly port?: number;
  readonly log?: Log;
  /** False for tests: faster, but a power cut may destroy the data. */
  readonly durable?: boolean;
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Settings;
  /** The `native` folder of the programs; by default that of the installed package. */
  readonly native?: string;
};

export type EmbeddedPostgres = {
  /** The product's login, which owns the database `sergak` and is no superuser. */
  readonly url: string;
  /** Superuser of the maintenance database `postgres`, for CREATE DATABASE and the like. */
  readonly adminUrl: string;
  readonly port: number;
  /** started: by this process; adopted: left running by a killed process; guest: owned by another living process. */
  readonly role: 'started' | 'adopted' | 'guest';
  /**
   * Shuts the database down if this process owns it; a guest only disconnects. Call it last, after every pool is
   * closed.
   */
  stop(): Promise<void>;
};

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const GUEST_TIMEOUT_MS = 120_000;

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that is running there, and creates the
 * database `sergak` if it is missing. Rejects with an EmbeddedPostgresError whose message says what to do.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  let dataDir = options.dataDir;
  try {
    await mkdir(dataDir, { recursive: true });
    dataDir = await realpath(dataDir);
    for (const since = Date.now(); ; await pause(100)) {
      const lock = await tryOwnerLock(dataDir);
      if (lock) return await startAsOwner(dataDir, options, lock);
      const guest = await joinAsGuest(dataDir);
      if (guest) return guest;
      if (Date.now() - since > GUEST_TIMEOUT_MS) throw ownerNotAnswering(dataDir);
    }
  } catch (error) {
    throw toEmbeddedPostgresError(error, dataDir);
  }
}

/** Deletes the files of a stopped database, also where they were moved because the product runs as root. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  await rm(await findHome(dataDir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

async function startAsOwner(dataDir: string, options: Options, lock: OwnerLock): Promise<EmbeddedPostgres> {
  try {
    const { cluster, adopt } = await prepare(dataDir, options);
    const running = adopt ?? (await launch(cluster, options.port ?? 0));
    cluster.log.info(`PostgreSQL ${adopt ? 'adopted' : 'started'}: 127.0.0.1:${running.port}, ${cluster.directory}`);
    const watched = await watch(cluster, running).catch(async (error: unknown) => {
      await shutDown(cluster);
      throw error;
    });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await watched.end();
      await shutDown(cluster);
      await lock.release();
      cluster.log.info('PostgreSQL stopped');
    };
    return handle(running, cluster.password, adopt ? 'adopted' : 'started', () => (stopping ??= stop()));
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Prepares everything for the start. Looks for a running database before it touches files. */
async function prepare(dataDir: string, options: Options): Promise<{ cluster: Cluster; adopt: Running | null }> {
  const durable = options.durable ?? true;
  const account = await chooseAccount(clusterDirectory(await findHome(dataDir)));
  const home = await prepareHome(dataDir, account, durable);
  const binaries = await prepareBinaries(options.native ?? installedNative(), home, account);
  const settings = await serverSettings(durable, options.settings ?? {});
  const draft = { home, directory: clusterDirectory(home), account, binaries, settings, log: options.log ?? QUIET };
  const adopt = await findRunning({ ...draft, password: (await readPassword(home)) ?? '' });
  const password = adopt ? await readPassword(home) : await prepareFiles(home, account, binaries, durable);
  return { cluster: { ...draft, password: password ?? '' }, adopt };
}

/** The database that another process owns; null while it does not accept connections. */
async function joinAsGuest(dataDir: string): Promise<EmbeddedPostgres | null> {
  const home = await findHome(dataDir);
  const password = await readPassword(home);
  const file = await readPidFile(clusterDirectory(home));
  if (!password || !file?.port || (await probe(file.port, password, clusterDirectory(home))) !== 'ours') return null;
  if (!(await hasDatabase(file.port, password))) return null;
  return handle(file, password, 'guest', () => Promise.resolve());
}

/** Whether the product's login works: the owner creates it after the server has started to accept connections. */
async function hasDatabase(port: number, password: string): Promise<boolean> {
  const client = new pg.Client(addresses(port, password).url);
  client.on('error', () => undefined);
  const there = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return there;
}

function handle(
  { port }: Running,
  password: string,
  role: EmbeddedPostgres['role'],
  stop: () => Promise<void>,
): EmbeddedPostgres {
  return { ...addresses(port, password), port, role, stop };
}

const addresses = (port: number, password: string) => ({
  url: `postgres://${PRODUCT_LOGIN}:${productPassword(password)}@127.0.0.1:${port}/sergak`,
  adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
});

const ownerNotAnswering = (dataDir: string) =>
  new EmbeddedPostgresError(
    'already_running',
    `Другой процесс уже запускает базу данных в ${dataDir}, но она так и не ответила. Посмотрите его журнал или завершите его.`,
    `Another process is starting the database in ${dataDir}, but it has not answered. Look into its log, or end it.`,
  );
