import { setTimeout as pass } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { newPlatform } from '../../test/app.ts';
import { cloneDatabase } from '../../test/database.ts';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { handlers } from '../app/composition.ts';
import { SECOND } from './clock.ts';
import { inSystem, openDatabase } from './db.ts';
import { enqueueIn } from './jobs.ts';
import { DEAD_AFTER_SECONDS, startWorker } from './worker.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

test('a job that runs longer than the timeout of a dead worker runs once and keeps its lock until it ends', async ({
  onTestFinished,
}) => {
  const on = await newPlatform();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let runs = 0;
  const worker = await startWorker(on, {
    ...handlers,
    'statistics.store-daily-points': async () => {
      runs += 1;
      await pass(DEAD_AFTER_SECONDS * SECOND + 4 * SECOND);
      end();
    },
  });
  onTestFinished(async () => {
    await worker.stop();
    await on.db.close();
  });
  await inSystem(on.db, (tx) => enqueueIn(tx, NOBODY, 'statistics.store-daily-points', {}));
  await ended;
  const left = async () =>
    (
      await on.db.owner.query(`select j.attempts from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'statistics.store-daily-points'`)
    ).rows;
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000, interval: 50 });
  expect(runs).toBe(1);
}, 60_000);

test('a job that ends while the database is unavailable is completed when it is back; the process survives', async ({
  onTestFinished,
}) => {
  const url = await cloneDatabase();
  const way = await startDatabaseProxy(url);
  const on = await newPlatform();
  const through = { ...on, db: openDatabase(way.url, on.log) };
  const otherDatabase = openDatabase(url, on.log, 2);
  let runs = 0;
  const worker = await startWorker(through, {
    ...handlers,
    'statistics.store-daily-points': async () => {
      runs += 1;
      if (runs > 1) return;
      await way.cut();
      throw new Error('the database went away in the middle');
    },
  });
  onTestFinished(async () => {
    await worker.stop();
    await Promise.all([through.db.close(), otherDatabase.close(), on.db.close()]);
    await way.cut();
  });
  const look = async () =>
    (
      await otherDatabase.owner.query<{ attempts: number; locked_by: string | null; last_error: string | null }>(
        `select j.attempts, j.locked_by, j.last_error from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'statistics.store-daily-points'`,
      )
    ).rows;
  const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

  await inSystem(otherDatabase, (tx) => enqueueIn(tx, NOBODY, 'statistics.store-daily-points', {}));
  await until(async () => expect(await look()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]));
  await until(async () => expect(through.db.owner.idleCount).toBe(0));
  await way.mend();
  await until(async () =>
    expect(await look()).toMatchObject([
      { attempts: 1, locked_by: null, last_error: 'the database went away in the middle' },
    ]),
  );
  await otherDatabase.owner.query(`update graphile_worker._private_jobs set run_at = now()`);
  await until(async () => expect(await look()).toEqual([]));
  expect(runs).toBe(2);
}, 90_000);
