import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newPlatform } from '../../test/app.ts';
import { handlers } from '../app/composition.ts';
import { inSystem } from './db.ts';
import { enqueueIn, type JobHandlers } from './jobs.ts';
import { SLOTS, startWorker } from './worker.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

test('emails are sent while every slot for reports is busy, and reports wait only for reports', async ({
  onTestFinished,
}) => {
  const on = await newPlatform();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const reports: string[] = [];
  const emails: string[] = [];
  const inHand: JobHandlers = {
    ...handlers,
    'reports.make-report': async (_ctx, { report_id }) => {
      reports.push(report_id);
      await released;
    },
    'mail.send-email': (_ctx, { outbox_id }) => {
      emails.push(outbox_id);
      return Promise.resolve();
    },
  };
  const worker = await startWorker(on, inHand);
  onTestFinished(async () => {
    release();
    await worker.stop();
    await on.db.close();
  });
  const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
  const ordered = Array.from({ length: SLOTS.main + SLOTS.reports + 1 }, () => randomUUID());
  await inSystem(on.db, async (tx) => {
    for (const report_id of ordered) await enqueueIn(tx, NOBODY, 'reports.make-report', { report_id });
  });
  await until(() => expect(reports).toHaveLength(SLOTS.reports));
  const codes = [randomUUID(), randomUUID()];
  await inSystem(on.db, async (tx) => {
    for (const outbox_id of codes) await enqueueIn(tx, NOBODY, 'mail.send-email', { outbox_id });
  });
  await until(() => expect(emails.toSorted()).toEqual(codes.toSorted()));
  expect(reports).toHaveLength(SLOTS.reports);
  release();
  await until(() => expect(reports.toSorted()).toEqual(ordered.toSorted()));
}, 60_000);

test('a job that waits for a lock at its last attempt is queued again instead of given up', async ({
  onTestFinished,
}) => {
  const on = await newPlatform();
  const client = await on.db.owner.connect();
  await client.query('select pg_advisory_lock(4, 2)');
  const inHand: JobHandlers = {
    ...handlers,
    'tags.refresh-membership': (ctx) =>
      ctx.run('write', async (tx) => {
        await sql`select set_config('lock_timeout', '50ms', true)`.execute(tx);
        await sql`select pg_advisory_xact_lock(4, 2)`.execute(tx);
      }),
  };
  const payload = { employee_ids: [randomUUID()], organization_id: NOBODY };
  const { rows } = await client.query<{ id: number }>(
    `select public.enqueue('tags.refresh-membership', $1::json, attempts => 1) as id`,
    [JSON.stringify(payload)],
  );
  const worker = await startWorker(on, inHand);
  onTestFinished(async () => {
    client.release(true);
    await worker.stop();
    await on.db.close();
  });
  const waiting = async () => {
    const found = await on.db.owner.query<{ id: number; payload: unknown; later: boolean; attempts: number }>(
      `select j.id, j.payload, j.run_at > now() + interval '50 seconds' as later, j.attempts
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'tags.refresh-membership'`,
    );
    return found.rows;
  };
  await vi.waitFor(async () => expect((await waiting())[0]?.id).not.toBe(rows[0]!.id), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await waiting()).toMatchObject([{ payload, later: true, attempts: 0 }]);
}, 60_000);
