import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../src/config.ts';
import { createOrganization } from '../src/modules/organizations/public.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { createPlatform } from '../src/platform/platform.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'sergak-login-'));
  await chmod(path, 0o755);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
};
const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const database = await startEmbeddedPostgres({ dataDir, durable: false });
  cleanups.push(() => database.stop());
  return database;
};
const ask = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
};
const log = createLog({ logLevel: 'silent' });
/** Creates an organisation through the product, which uses every role, function and the queue. */
const organization = async (url: string, dataDir: string) => {
  const platform = await createPlatform({ ...readConfig({ SERGAK_PORT: '0' }), dataDir }, url, log);
  const id = await createOrganization(platform, {
    title: `Завод ${Math.random()}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await platform.db.close();
  return id;
};
/** Tags visible to a connection of the product before and after it resets its role. */
const tagsSeen = async (url: string, org: string) => {
  const count = 'select count(*)::int as n from tags';
  const within = [`set role sergak_app`, `select set_config('app.org', '${org}', false)`];
  const [inside] = await ask(url, ...within, count);
  const [outside] = await ask(url, ...within, 'reset role', count);
  const [bare] = await ask(url, 'reset role', `set session authorization default`, count);
  return [inside!['n'], outside!['n'], bare!['n']];
};

it('a connection that resets its role sees nothing: the login is no superuser and inherits no policy', async () => {
  const dataDir = await folder();
  const database = await start(join(dataDir, 'postgres'));
  await migrate(database.url, log);
  const org = await organization(database.url, dataDir);
  await organization(database.url, dataDir);
  expect(await tagsSeen(database.url, org)).toEqual([6, 0, 0]);
  const [power] = await ask(
    database.url,
    `select session_user as login, rolsuper, rolbypassrls, rolcreatedb, pg_has_role(oid, 'sergak_system', 'usage') as inherits
     from pg_roles where rolname = session_user`,
  );
  expect(power).toEqual({ login: 'sergak', rolsuper: false, rolbypassrls: false, rolcreatedb: false, inherits: false });
  await expect(ask(database.url, 'set role postgres')).rejects.toMatchObject({ code: '42501' });
});
