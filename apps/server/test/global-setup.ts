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
    /** Superuser of the cluster of this run; databases are cloned from the migrated template. */
    adminUrl: string;
  }
}

/**
 * A folder of this run that is the temporary folder of all its tests and of what they start: whatever one of them forgets
 * goes with it. Open enough for a PostgreSQL that runs as somebody else.
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

/** One cluster a run (a server of your own by SERGAK_TEST_DATABASE_URL), one migrated template in it. */
export default async function setup(project: TestProject) {
  const own = process.env.SERGAK_TEST_DATABASE_URL;
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
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }); // what ends now may still write what it compiled
  };
}

const recreate = async (adminUrl: string) => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8'`);
  await client.end();
};

/** The same server, another database. */
export const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};
