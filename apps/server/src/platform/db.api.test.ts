import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { platform } from '../../test/app.ts';
import { inSystem, type Database } from './db.ts';

const settingsOf = (db: Database, n: number) =>
  inSystem(db, async (tx) => {
    const { rows } = await sql`select ${n}::int as n, current_setting('synchronous_commit') as commit,
      (select count(*)::int from pg_prepared_statements) as prepared`.execute(tx);
    return rows[0];
  });

test('connections without sync prepare each statement and commit asynchronously', async () => {
  const { db } = await platform();
  const withoutSync = db.withoutSync();
  onTestFinished(() => withoutSync.close());
  expect(await settingsOf(withoutSync, 1)).toEqual({ n: 1, commit: 'off', prepared: 1 });
  expect(await settingsOf(withoutSync, 2)).toEqual({ n: 2, commit: 'off', prepared: 1 });
});

test('other connections prepare a statement once it was sent five times', async () => {
  const { db } = await platform();
  const answers = await db.app.connection().execute(async (connection) => {
    const found = [];
    for (let n = 1; n <= 7; n += 1)
      found.push(
        await sql`select ${n}::int as n, (select count(*)::int from pg_prepared_statements) as prepared`.execute(
          connection,
        ),
      );
    return found.map(({ rows }) => rows[0]);
  });
  const [before] = answers as { prepared: number }[];
  expect(answers.map((row) => (row as { prepared: number }).prepared - before!.prepared)).toEqual([
    0, 0, 0, 0, 0, 1, 1,
  ]);
  expect(answers.at(-1)).toMatchObject({ n: 7 });
});

test('statements with a pattern and long statements are never prepared', async () => {
  const { db } = await platform();
  const texts = [sql`select 1 where 'text' ilike ${'t%'}`, sql`select ${1}::int ${sql.raw(`/*${'x'.repeat(1000)}*/`)}`];
  await db.app.connection().execute(async (connection) => {
    for (const text of texts) for (let n = 0; n < 8; n += 1) await text.execute(connection);
    const { rows } = await sql`select from pg_prepared_statements where statement ~ '^select 1 where|/\*xxx'`.execute(
      connection,
    );
    expect(rows).toEqual([]);
  });
});

test('a statement about many rows is planned each time, also when it was prepared for few', async () => {
  const { db } = await platform();
  await db.app.connection().execute(async (connection) => {
    const count = async (n: number) => {
      const values = Array.from({ length: n }, (_, i) => i);
      await sql`select count(*) as many from pg_class where relpages = any(${values}::int[])`.execute(connection);
    };
    const plans = async () => {
      const { rows } = await sql<{ plans: number }>`select generic_plans::int + custom_plans::int as plans
        from pg_prepared_statements where statement ~ '^select count.{3} as many'`.execute(connection);
      return rows;
    };
    for (let n = 0; n < 8; n += 1) await count(21);
    expect(await plans()).toEqual([]);
    for (let n = 0; n < 8; n += 1) await count(20);
    const before = await plans();
    expect(before).toHaveLength(1);
    await count(1_000);
    expect(await plans()).toEqual(before);
  });
});

test('an outdated plan after a migration is replaced at the next try', async () => {
  const { db } = await platform();
  await db.app.connection().execute(async (connection) => {
    await sql`create temporary table facts (a int)`.execute(connection);
    const read = () => sql`select * from facts where a <> ${0}`.execute(connection);
    for (let n = 0; n < 7; n += 1) await read();
    await sql`alter table facts add column b int default 2`.execute(connection);
    await sql`insert into facts values (1)`.execute(connection);
    await expect(read()).rejects.toThrow('cached plan must not change result type');
    expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
    await sql`drop table facts`.execute(connection);
  });
});

test('any text survives the way into an array', async () => {
  const values = [
    'a,b',
    '{',
    '}',
    '{}',
    '"x"',
    '\\',
    '\\"',
    'NULL',
    'null',
    '',
    ' ',
    '\n',
    "o'q",
    'DOMAIN\\user',
    'ў😀',
    null,
  ];
  const { db } = await platform();
  const found = await inSystem(db, (tx) =>
    sql<{ values: (string | null)[]; none: string[]; days: string[]; instants: string[]; two: boolean }>`
      select ${values}::text[] as values, ${[]}::uuid[] as none, ${['2026-01-31']}::date[] as days,
        ${['2026-01-31T05:00:00+05:00']}::timestamptz[] as instants, 2 = any(${[1, 2]}::int[]) as two`.execute(tx),
  );
  expect(found.rows[0]).toEqual({
    values,
    none: [],
    days: ['2026-01-31'],
    instants: ['2026-01-31T00:00:00.000Z'],
    two: true,
  });
  await expect(inSystem(db, (tx) => sql`select ${['a\0b']}::text[]`.execute(tx))).rejects.toMatchObject({
    code: '22021',
  });
});
