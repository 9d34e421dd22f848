import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { withDatabase } from '../../test/global-setup.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';

const log = createLog({ logLevel: 'silent' });

const on = async (url: string, query: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(query).finally(() => client.end());
};

test('a migrated database is not changed again', async () => {
  expect(inject('adminUrl')).toBeTruthy();
  expect(await migrate(await cloneDatabase(), log)).toEqual({ applied: [] });
});

test('a database from before the first release is rejected', async () => {
  const url = await cloneDatabase();
  await on(
    url,
    `truncate schema_migrations; insert into schema_migrations (name, hash) values ('20260101000000_old.sql', '')`,
  );
  await expect(migrate(url, log)).rejects.toThrow('Start with an empty database');
});

test('a database of a newer release is left as it is, and rejected if that release rules out older ones', async () => {
  const url = await cloneDatabase();
  const ran = (name: string) => on(url, `insert into schema_migrations (name, hash) values ('${name}', '')`);
  await ran('29990101000000_later.sql');
  await on(url, 'drop function enqueue(text, json, text, timestamptz, text, int)');
  expect(await migrate(url, log)).toEqual({ applied: [] });
  await expect(on(url, `select 'enqueue'::regproc`)).rejects.toThrow('does not exist');
  await ran('29990101000001_later.breaking.sql');
  await expect(migrate(url, log)).rejects.toThrow('29990101000001_later.breaking.sql');
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
