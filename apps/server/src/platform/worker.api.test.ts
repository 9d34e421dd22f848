import { randomUUID } from 'node:crypto';
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
