import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError, toEmbeddedPostgresError } from './failure.ts';
import { launch, findRunning, type Running } from './postmaster.ts';
import { superuser } from './probe.ts';
import { ensureProductLogin, PRODUCT_LOGIN } from './product-login.ts';

export type Watch = { end(): Promise<void> };

/**
 * Creates the database and the login, and watches the server through one open connection until `end`. When the
 * connection breaks, the server is found again or restarted on the same port, so that pools reconnect.
 */
export async function watch(cluster: Cluster, running: Running): Promise<Watch> {
  const ending = new AbortController();
  let recovery: Promise<void> | null = null;
  let line = await attach(cluster, running, lost);

  function lost(): void {
    if (!ending.signal.aborted) recovery ??= recover().finally(() => (recovery = null));
  }

  async function recover(): Promise<void> {
    cluster.log.warn('PostgreSQL: the monitoring connection broke, checking the server');
    for (let delay = 200; !ending.signal.aborted; delay = Math.min(delay * 2, 10_000)) {
      try {
        const alive = await findRunning(cluster);
        if (ending.signal.aborted) return;
        if (!alive) cluster.log.error('PostgreSQL ended unexpectedly and is started again');
        line = await attach(cluster, alive ?? (await launch(cluster, running.port)), lost);
        cluster.log.info(`PostgreSQL answers again: 127.0.0.1:${running.port}`);
        return;
      } catch (error) {
        cluster.log.error(toEmbeddedPostgresError(error, cluster.directory).message);
        await pause(delay, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  return {
    end: async () => {
      ending.abort();
      await recovery;
      await line.end().catch(() => undefined);
    },
  };
}

/** Opens the watch's connection, creates the database `sergak` and its login if they are missing, and checks Cyrillic. */
async function attach(cluster: Cluster, running: Running, lost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...superuser(running.port, cluster.password), application_name: 'sergak-watch' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await ensureProductLogin(client, cluster.password);
    const { rowCount } = await client.query(`select from pg_database where datname = 'sergak'`);
    if (!rowCount) await client.query(`create database sergak owner ${PRODUCT_LOGIN}`);
    await client.query('create extension if not exists pg_trgm');
    const { rows } = await client.query<{ good: boolean }>(
      `select lower('ПРИВЕТ') = 'привет' and cardinality(show_trgm('Привет')) > 0 as good`,
    );
    if (!rows[0]?.good) throw noCyrillic(cluster.directory);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', lost);
  return client;
}

const noCyrillic = (directory: string) =>
  new EmbeddedPostgresError(
    'no_cyrillic',
    `База данных в ${directory} не понимает кириллицу: поиск по именам не работал бы. Сделайте резервную копию, удалите эту папку и восстановите данные.`,
    `The database in ${directory} does not know Cyrillic: searching names would not work. Back up, delete that folder and restore the data.`,
  );
