import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';

const file = new URL('../../migrations/20261202000703_domains.sql', import.meta.url);

test('the migration brings stored addresses and domains to one spelling, and leaves both rows where both exist', async () => {
  const client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  const org = '00000000-0000-4000-8000-000000000001';
  await client.query('begin');
  await client.query(`set local role sergak_system; select set_config('app.org', '${org}', true)`);
  await client.query(
    `insert into organizations (id, path, title, users_limit, header_key) values ('${org}', array['${org}'::uuid], 'A', 9, '\\x00')`,
  );
  await client.query(`insert into departments (title, is_default) values ('Без отдела', true)`);
  const add = (email: string) =>
    client.query(`insert into employees (department_id, email, last_name) select id, $1, 'А' from departments`, [
      email,
    ]);
  const spellings = [
    'a@xn--80a1acny.test',
    'b@XN--mnchen-3ya.test',
    'c@mail.xn--80a1acny.xn--p1ai',
    'd@xn--80a1acny.test',
    'd@почта.test',
    'e@acme.test',
    'f@xn--wgv71a119e.test',
  ];
  for (const email of spellings) await add(email);
  await client.query(`insert into organization_domains (domain, proof) values ('xn--80a1acny.test', 'p')`);
  await client.query('reset role');
  await client.query(await readFile(file, 'utf8'));
  await client.query('set local role sergak_system');
  const { rows } = await client.query<{ email: string }>('select email from employees order by email collate "C"');
  expect(rows.map((row) => row.email)).toEqual([
    'a@почта.test',
    'b@münchen.test',
    'c@mail.почта.рф',
    'd@xn--80a1acny.test',
    'd@почта.test',
    'e@acme.test',
    'f@日本語.test',
  ]);
  expect((await client.query('select domain from organization_domains')).rows).toEqual([{ domain: 'почта.test' }]);
});
