import { expect, onTestFinished, test } from 'vitest';
import { newPlatform } from '../../../test/app.ts';
import { createOperations, type Phase } from './operations.ts';

test('a process lives from the beginning, and takes work only once it has started, while it does not stop and has a database', async () => {
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
  expect(await ask('/ready')).toEqual([503, { status: 'no database' }]);
  expect(await ask('/health')).toEqual([200, { status: 'ok' }]);
});
