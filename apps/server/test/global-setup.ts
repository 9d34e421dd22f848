import { randomInt } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';

export const TEMPLATE = 'sergak_template';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser of this run's cluster; databases are cloned from the migrated template. */
    adminUrl: string;
  }
}

/**
 * The temporary folder of this run for all its tests and the processes they start. Files that a test leaves are
 * deleted with it. Its permissions let a PostgreSQL of another user in.
 */
const ownTemporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-test-'));
  await chmod(folder, 0o711);
  const temporary = join(folder, 't');
  await mkdir(temporary, { mode: 0o755 });
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled'); // the product is started dozens of times, each in a new process
  return folder;
};

/** Starts one cluster per run (or uses the server of SERGAK_TEST_DATABASE_URL) with one migrated template. */
export default async function setup(project: TestProject) {
  const own = process.env.SERGAK_TEST_DATABASE_URL;
  process.env.SERGAK_WALK_SEED ??= String(randomInt(1_000_000)); // one seed for all workers of the run
  const folder = await ownTemporaryFolder();
  const dataDir = join(folder, 'postgres');
  await mkdir(dataDir);
  const cluster = own ? null : await startEmbeddedPostgres({ dataDir, durable: false });
  const adminUrl = own ?? cluster!.adminUrl;
  await recreate(adminUrl);
  await migrate(withDatabase(adminUrl, TEMPLATE), createLog({ logLevel: 'silent' }));
  project.provide('adminUrl', adminUrl);
  return async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }); // a process that is ending may still write its compile cache
  };
}

const recreate = async (adminUrl: string) => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8'`);
  await client.end();
};

/** The address of another database on the same server. */
export const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};
