import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { withDatabase } from '../../test/global-setup.ts';
import { dumpSchema } from '../cli/dump-schema.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, readMigrations } from './migration-files.ts';

const log = createLog({ logLevel: 'silent' });

const on = async <T extends pg.QueryResultRow>(url: string, query: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<T>(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};
/** Everything that a start could change: the schema with its rights, the roles of the login, and what has run. */
const stateOf = async (url: string) => ({
  ...(await dumpSchema(url)),
  ran: await on(url, 'select * from schema_migrations order by name'),
  organizations: await on(url, 'select id from organizations'),
});
/** The migrations of another release: those of this one, with some changed or added. */
const release = (changes: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const [name, text] of Object.entries(changes)) writeFileSync(join(folder, name), text);
  return folder;
};
const LATER = { '29990101000000_one.sql': 'create table one ();', '29990101000001_two.sql': 'create table two ();' };

test('a migrated database is not changed again; one that has run the first migrations runs the others', async () => {
  const url = await cloneDatabase();
  const before = await stateOf(url);
  expect(await migrate(url, log)).toEqual({ applied: [] });
  expect(await stateOf(url)).toEqual(before);
  const folder = release(LATER);
  expect(await migrate(url, log, folder)).toEqual({ applied: Object.keys(LATER) });
  expect(await migrate(url, log, folder)).toEqual({ applied: [] });
  expect(await on(url, `select 'one'::regclass, 'two'::regclass`)).toHaveLength(1);
});

test('each start replaces the functions of this release as a whole', async () => {
  const url = await cloneDatabase();
  await on(
    url,
    `create or replace function tally_state(state text) returns text language sql immutable parallel safe as $$ select 'x' $$`,
  );
  await migrate(url, log);
  expect(await on(url, `select tally_state('sent') as state`)).toEqual([{ state: 'sent' }]);
});

test('a database whose migration had another text is rejected and not changed, although others wait', async () => {
  const { name, text } = (await readMigrations()).at(-1)!;
  const folder = release({
    [name]: `${text}\n-- edited\n`,
    ...LATER,
    '20260101000000_earlier.sql': 'create table no ();',
  });
  const url = await cloneDatabase();
  await on(url, 'drop function enqueue(text, json, text, timestamptz, text, int)');
  const before = await stateOf(url);
  await expect(migrate(url, log, folder)).rejects.toThrow(
    new RegExp(`Эту базу данных .*${name}.*SERGAK_DATA.*\n.*created by another build.*${name}.*SERGAK_DATA`),
  );
  expect(await stateOf(url)).toEqual(before);
});

test('a database of a newer release is left as it is, and rejected if that release rules out older ones', async () => {
  const url = await cloneDatabase();
  await migrate(url, log, release(LATER));
  await on(url, 'drop function enqueue(text, json, text, timestamptz, text, int)');
  const before = await stateOf(url);
  expect(await migrate(url, log)).toEqual({ applied: [] });
  await on(url, `insert into schema_migrations values ('29990101000002_later.breaking.sql', '')`);
  await expect(migrate(url, log)).rejects.toThrow(
    /более новый выпуск.*\n.*newer release.*29990101000002_later.breaking.sql/,
  );
  await on(url, `delete from schema_migrations where name = '29990101000002_later.breaking.sql'`);
  expect(await stateOf(url)).toEqual(before);
});

test.each([
  ['owns the database', true],
  ['does not own it and may not create tables', false],
])('a login with NOINHERIT that %s', async (_, owns) => {
  const name = `m_${randomBytes(6).toString('hex')}`;
  const admin = inject('adminUrl');
  await on(admin, `create role ${name} login createrole noinherit password 'x'`);
  await on(admin, `create database ${name} ${owns ? `owner ${name}` : ''} template template0 encoding 'UTF8'`);
  onTestFinished(async () => {
    await on(admin, `drop database ${name} with (force)`);
    await on(admin, `drop role ${name}`);
  });
  for (const role of ['app', 'reader', 'system', 'keeper'])
    await on(admin, `grant sergak_${role} to ${name} with admin option`);
  const url = new URL(withDatabase(admin, name));
  url.username = name;
  url.password = 'x';
  const migrated = migrate(url.href, log);
  if (owns) expect((await migrated).applied.length).toBeGreaterThan(0);
  else await expect(migrated).rejects.toThrow(/may not create tables.*grant usage, create on schema public/);
});
