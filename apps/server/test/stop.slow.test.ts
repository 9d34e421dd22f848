import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer } from '../src/app/server.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';

test('a stop cancels a statement that runs for minutes, and the embedded database does not outlive it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sergak-stop-'));
  const config = {
    ...readConfig({ SERGAK_LOG_LEVEL: 'silent', SERGAK_PORT: '0', SERGAK_DEMO: 'false' }),
    dataDir,
    operationsHost: '127.0.0.1',
  };
  const running = await startServer(config, { log: createLog(config) });
  const long = running.platform.db.app
    .connection()
    .execute(async (connection) => {
      await sql`set statement_timeout = '600s'`.execute(connection);
      await sql`select pg_sleep(300)`.execute(connection);
    })
    .then(
      () => 'ended',
      (error: { code?: string }) => error.code,
    );
  await running.stop();
  expect(await long).toBe('57014'); // cancelled, so its connection was closed in order
  const client = new pg.Client(running.databaseUrl);
  await expect(client.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
}, 120_000);
