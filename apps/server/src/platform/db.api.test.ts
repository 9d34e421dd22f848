import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { platform } from '../../test/app.ts';
import { inSystem, type Database } from './db.ts';

const asked = (db: Database, n: number) =>
  inSystem(db, async (tx) => {
    const { rows } = await sql`select ${n}::int as n, current_setting('synchronous_commit') as commit,
      (select count(*)::int from pg_prepared_statements) as prepared`.execute(tx);
    return rows[0];
  });

test('hasty connections plan a text once and do not wait for the disk; the usual ones do neither', async () => {
  const { db } = await platform();
  const hasty = db.hasty();
  onTestFinished(() => hasty.close());
  expect(await asked(hasty, 1)).toEqual({ n: 1, commit: 'off', prepared: 1 });
  expect(await asked(hasty, 2)).toEqual({ n: 2, commit: 'off', prepared: 1 });
  expect(await asked(db, 3)).toEqual({ n: 3, commit: 'on', prepared: 0 });
});
