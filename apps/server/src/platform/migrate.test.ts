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
