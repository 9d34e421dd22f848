import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  setUpStatements,
  startPgBouncer,
  startPostgres15,
  whyNoPgBouncer,
  whyNoPostgres15,
  type Server,
} from './debian-databases.ts';
import { installation, RUNNING } from './first-start.ts';

// The product on servers as an administrator sets them up: Debian's PostgreSQL 15 with the user of docs/operation.md, and Debian's
// PgBouncer in front of it.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PASSWORD = 'geheim-7';
const missing = whyNoPostgres15();
if (missing) console.log(missing);

describe.skipIf(missing !== null)('PostgreSQL 15 with the user of docs/operation.md', () => {
  let server: Server;
  const url = (user: string, database: string, port = server.port) =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const ask = async (address: string, query: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    return client.query<Record<string, unknown>>(query).then(
      async ({ rows }) => {
        await client.end();
        return rows;
      },
      async (error: Error) => {
        await client.end();
        throw error;
      },
    );
  };
  /** Starts the product on an address, waits until it runs, and stops it. */
  const startOn = async (address: string) => {
    const node = installation({
      DATABASE_URL: address,
      SERGAK_SECRET: 'x'.repeat(32),
      SERGAK_LOG_LEVEL: 'error',
    }).start();
    await node.until(RUNNING);
    const [code] = await node.end('SIGTERM');
    expect([code, node.printed()]).toEqual([0, expect.not.stringMatching(/error|warn/i)]);
  };

  beforeAll(async () => {
    server = await startPostgres15();
    for (const statement of await setUpStatements(PASSWORD)) await ask(url('postgres', 'postgres'), statement);
  });
  afterAll(() => server?.stop());

  test('the product starts on the empty database and again on its own', async () => {
    const address = url('sergak', 'sergak');
    await startOn(address);
    await startOn(address);
    expect(await ask(url('postgres', 'sergak'), 'select count(*)::int as n from organizations')).toEqual([{ n: 1 }]);
  });

  const noPooler = whyNoPgBouncer();
  if (noPooler) console.log(noPooler);
  test.skipIf(noPooler !== null)(
    'the product starts behind PgBouncer in session mode and sees the same database',
    async () => {
      const pooler = await startPgBouncer(new URL(url('sergak', 'sergak')));
      try {
        const address = url('sergak', 'sergak', pooler.port);
        await startOn(address);
        expect(await ask(url('postgres', 'sergak'), 'select count(*)::int as n from organizations')).toEqual([
          { n: 1 },
        ]);
        await ask(url('postgres', 'postgres'), 'drop database sergak with (force)');
        await ask(
          url('postgres', 'postgres'),
          `create database sergak owner sergak template template0 encoding 'UTF8'`,
        );
        await startOn(address);
        expect(await ask(url('postgres', 'sergak'), 'select count(*)::int as n from organizations')).toEqual([
          { n: 1 },
        ]);
      } finally {
        await pooler.stop();
      }
    },
  );
});
