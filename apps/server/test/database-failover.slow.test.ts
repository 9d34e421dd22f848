import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setUpStatements, startPostgres15, startStandby15, whyNoPostgres15 } from './debian-databases.ts';
import { installation, RUNNING } from './first-start.ts';

// The product on a primary and its standby: the start waits, the primary is lost, the standby is promoted.

vi.setConfig({ testTimeout: 240_000 });

const PASSWORD = 'geheim-7';
const missing = whyNoPostgres15();
if (missing) console.log(missing);

const ask = async (port: number, query: string, database = 'postgres') => {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
  await client.connect();
  return client.query<Record<string, unknown>>(query).finally(() => client.end());
};

const command = async (script: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/cli', script)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
};

describe.skipIf(missing !== null)('two servers', () => {
  test('the product and its commands follow the server that takes writes', async () => {
    const first = await startPostgres15();
    onTestFinished(() => first.stop());
    for (const statement of await setUpStatements(PASSWORD)) await ask(first.port, statement);
    const second = await startStandby15(first);
    onTestFinished(() => second.stop());
    const env = {
      DATABASE_URL: `postgres://sergak:${PASSWORD}@127.0.0.1:${second.port},127.0.0.1:${first.port}/sergak?target_session_attrs=read-write`,
      SERGAK_SECRET: 'x'.repeat(32),
    };
    const made = installation(env);
    const node = made.start();
    await node.until(RUNNING);
    const ready = /Health, metrics\s+(\S+)/.exec(node.printed())![1]!;
    const status = async () => (await fetch(ready)).status;
    expect(await status()).toBe(200);
    const cli = { ...env, SERGAK_DATA: made.data };
    expect(await command('doctor.ts', cli)).toMatchObject({ text: expect.stringContaining(`127.0.0.1:${first.port}`) });

    await vi.waitFor(async () =>
      expect((await ask(second.port, 'select from organizations', 'sergak')).rowCount).toBe(1),
    );
    await first.stop();
    expect(await status()).toBe(503);
    const before = node.printed().length;
    await pause(5_000);
    const lines = node.printed().slice(before).trim().split('\n').filter(Boolean);
    expect(lines.filter((line) => /"level":(40|50)/.test(line)).length).toBeLessThanOrEqual(1);
    for (const script of ['doctor.ts', 'licence.ts', 'check-invariants.ts', 'verify-audit.ts']) {
      const { code, text } = await command(script, cli);
      expect([script, code, text]).toEqual([script, 1, expect.stringMatching(/is not read-write.*ECONNREFUSED/)]);
      expect(text).not.toMatch(/\n\s+at /);
    }
    await ask(second.port, 'select pg_promote()');
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000, interval: 200 });
    expect(await command('licence.ts', cli)).toMatchObject({ code: 0, text: expect.stringMatching(/places taken/) });
    expect((await node.end('SIGTERM'))[0]).toBe(0);
    expect(node.printed().match(/the connection to the database was lost/g)).toHaveLength(1);
    expect(node.printed().match(/the database answers again/g)).toHaveLength(1);
  });

  test('a start waits for its database with a line every ten seconds, and says at once what no waiting repairs', async () => {
    const server = await startPostgres15();
    onTestFinished(() => server.stop());
    for (const statement of await setUpStatements(PASSWORD)) await ask(server.port, statement);
    const url = (name: string) => `postgres://sergak:${PASSWORD}@127.0.0.1:${server.port}/${name}`;
    const absent = installation({ DATABASE_URL: url('absent'), SERGAK_SECRET: 'x'.repeat(32) }).start();
    await vi.waitFor(() => expect(absent.ended()).toBe(true), { timeout: 30_000 });
    expect(absent.printed()).toMatch(/database "absent" does not exist. Advice: create the database/);
    expect(absent.printed()).not.toMatch(/\n\s+at /);

    const closed = installation({ DATABASE_URL: 'postgres://u@127.0.0.1:1/x', SERGAK_SECRET: 'x'.repeat(32) }).start();
    await closed.until('the start waits for it');
    await pause(11_000);
    expect(closed.printed().match(/the start waits for it/g)).toHaveLength(2);
    expect((await closed.end('SIGTERM'))[0]).toBe(0);
  });
});
