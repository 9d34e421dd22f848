import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { DUMP_SECRET } from './dumps/make.ts';
import { installation, RUNNING, signIn, type SignIn } from './first-start.ts';
import { withDatabase } from './global-setup.ts';

// Upgrades: the product starts on the database of every earlier release, made by `dumps/make.ts`.

const DUMPS = join(import.meta.dirname, 'dumps');

const TABLES =
  'organizations departments employees tags courses course_versions learners quiz_attempts templates emails campaigns campaign_emails campaign_recipients tracking_events';
const COUNTS = `select ${TABLES.split(' ')
  .map((table) => `(select count(*)::int from ${table}) as ${table}`)
  .join(', ')}`;

/** Loads a dump into a new database of the tests' server, and gives each of its files some bytes. */
const restored = async (name: string) => {
  const text = gunzipSync(readFileSync(join(DUMPS, name))).toString();
  const database = `dump_${name.replaceAll(/\W/g, '_')}`;
  const adminUrl = inject('adminUrl');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  });
  await admin.query(`create database ${database} template template0 encoding 'UTF8'`);
  const url = withDatabase(adminUrl, database);
  const ask = async (query: string): Promise<pg.QueryResultRow[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client
      .query<pg.QueryResultRow>(query)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  await ask(text);
  const settings = { DATABASE_URL: url, SERGAK_SECRET: DUMP_SECRET, SERGAK_LOG_LEVEL: 'warn' };
  const { data, start } = installation(settings);
  for (const { storage_key } of await ask(
    'select storage_key from files union select storage_key from scorm_package_files',
  )) {
    const file = join(data, 'files', String(storage_key));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '-');
  }
  const signIns = JSON.parse(/^-- Sign-ins: (.*)$/m.exec(text)![1]!) as SignIn[];
  return { ask, start, signIns, env: { ...settings, SERGAK_DATA: data } };
};

const invariants = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/cli/check-invariants.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more) => (text += more));
  const [code] = (await once(child, 'close')) as [number];
  return { code, broken: text.split('\n').filter((line) => line.startsWith('BROKEN')) };
};

test.each(readdirSync(DUMPS).filter((name) => name.endsWith('.sql.gz')))(
  'the database of %s is upgraded: no row is lost, people sign in, and no invariant is broken',
  async (name) => {
    const { ask, start, signIns, env } = await restored(name);
    const [before] = await ask(COUNTS);
    expect(Object.entries(before!).filter(([, rows]) => rows === 0)).toEqual([]);
    const node = start();
    await node.until(RUNNING);
    const [after] = await ask(COUNTS);
    expect(Object.entries(before!).filter(([table, rows]) => after![table] < rows)).toEqual([]);
    expect(signIns).toHaveLength(5);
    for (const one of signIns) expect([one.email, await signIn(node, one)]).toEqual([one.email, 200]);
    expect(await invariants(env)).toEqual({ code: 0, broken: [] });
    await node.end('SIGTERM');
  },
  300_000,
);
