import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newPlatform } from '../../../test/app.ts';
import { after, atTime, MINUTE, now } from '../clock.ts';
import { createOperations, type Phase } from './operations.ts';

/** Runs `work` after the cached readiness has expired. */
const later = (work: () => Promise<void>, minutes = 1) => atTime(after(now(), minutes * MINUTE), work);

test('a process is live from the beginning, and ready once started, until it stops or loses its database', async () => {
  let phase: Phase = 'starting';
  const on = await newPlatform();
  const app = await createOperations(on, () => phase);
  onTestFinished(() => app.close());
  const ask = async (path: string): Promise<unknown[]> => {
    const answer = await app.inject(path);
    return [answer.statusCode, answer.json()];
  };
  expect(await ask('/health')).toEqual([200, { status: 'ok' }]);
  expect(await ask('/ready')).toEqual([503, { status: 'starting' }]);
  phase = 'ready';
  expect(await ask('/ready')).toEqual([200, { status: 'ready' }]);
  phase = 'stopping';
  expect(await ask('/ready')).toEqual([503, { status: 'stopping' }]);
  phase = 'ready';
  await on.db.close();
  await later(async () => expect(await ask('/ready')).toEqual([503, { status: 'no database' }]));
  expect(await ask('/health')).toEqual([200, { status: 'ok' }]);
});

test('a process is not ready while the database or the data folder is not writable', async () => {
  const on = await newPlatform();
  onTestFinished(() => on.db.close());
  const app = await createOperations(on, () => 'ready');
  onTestFinished(() => app.close());
  const ask = async () => (await app.inject('/ready')).json();
  expect(await ask()).toEqual({ status: 'ready' });
  await on.db.owner.query('alter table rate_windows rename to away');
  expect(await ask(), 'an answer holds for some seconds').toEqual({ status: 'ready' });
  await later(async () => expect(await ask()).toEqual({ status: 'the database cannot be written' }));
  await on.db.owner.query('alter table away rename to rate_windows');
  await rm(on.files.scratch, { recursive: true });
  await later(async () => expect(await ask()).toEqual({ status: 'the data folder cannot be written' }), 2);
});
