import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dumpSchema } from '../src/cli/dump-schema.ts';
import { cloneDatabase } from './database.ts';

const on = async (url: string, query: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<object & pg.QueryResultRow>(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};
const stateOf = async (url: string) => ({
  ...(await dumpSchema(url)),
  ran: await on(url, 'select * from schema_migrations order by name'),
  organizations: await on(url, 'select id from organizations'),
});

test('the product does not start on a rejected database, and the doctor says the same', async () => {
  const url = await cloneDatabase();
  await on(url, `update schema_migrations set hash = 'x' where name like '%_staff.sql'`);
  const before = await stateOf(url);
  const dataDir = join(mkdtempSync(join(tmpdir(), 'rejected-')), 'data');
  const run = async (script: string) => {
    const ports = {
      SERGAK_PORT: '0',
      SERGAK_CONTENT_PORT: '0',
      SERGAK_PHISHING_PORT: '0',
      SERGAK_OPERATIONS_PORT: '0',
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', script)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...ports, DATABASE_URL: url, SERGAK_DATA: dataDir, SERGAK_SECRET: 's'.repeat(32) },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  };
  const russian = /Эту базу данных создала другая сборка Sergak.*20261201000300_staff\.sql/;
  const english =
    /This database was created by another build of Sergak.*20261201000300_staff\.sql.*start this one with an empty/;
  const started = await run('start.ts');
  expect(started).toMatchObject({ code: 1, text: expect.stringMatching(/Sergak could not start/) });
  expect(existsSync(dataDir)).toBe(false);
  for (const { code, text } of [started, await run('src/cli/doctor.ts')]) {
    expect(code).toBe(1);
    expect(text).toMatch(russian);
    expect(text).toMatch(english);
    expect(text).not.toMatch(/\n\s+at /);
  }
  expect(await stateOf(url)).toEqual(before);
}, 240_000);
