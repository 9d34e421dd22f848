import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
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
