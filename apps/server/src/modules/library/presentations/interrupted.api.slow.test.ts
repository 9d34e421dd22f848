import { expect, test } from 'vitest';
import { call, inOrganization, platform, queued, runJobs } from '../../../../test/app.ts';
import { jobContext } from '../../../platform/jobs.ts';
import { importPresentation } from './presentations.jobs.ts';
import { makePdf } from './test-decks.ts';
import { files, finish, leftovers, patient, run, setUp, start } from './test-imports.ts';

test('a cancelled import adds nothing, whether it waits or runs', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const waiting = await start(administrator, moduleId, await makePdf(2));
  await call('tasks.forget', administrator, { id: waiting.task_id });
  expect(await finish(administrator, waiting.task_id)).toMatchObject({ status: 'error', message: 'task.cancelled' });
  const running = await start(administrator, moduleId, await makePdf(100));
  const job = runJobs('library.import-presentation', org.id);
  await expect
    .poll(async () => (await call('tasks.get', administrator, { id: running.task_id })).done, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await call('tasks.forget', administrator, { id: running.task_id });
  await job;
  const task = await call('tasks.get', administrator, { id: running.task_id });
  expect(task).toMatchObject({ status: 'error', message: 'task.cancelled', total: 100 });
  expect(task.done).toBeLessThan(100);
  expect((await call('library.module', administrator, { id: moduleId })).slides).toHaveLength(1);
  expect(await files(org.id)).toEqual([]);
  expect(await leftovers()).toEqual([]);
});

test('an import that was interrupted runs again, and a run after its end adds nothing', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const { task_id } = await start(administrator, moduleId, await makePdf(60));
  const [order] = await queued('library.import-presentation', org.id);
  const on = await platform();
  const stopping = new AbortController();
  const interrupted = importPresentation(jobContext(on, org.id, stopping.signal), order!);
  await expect
    .poll(async () => (await call('tasks.get', administrator, { id: task_id })).done, { timeout: 60_000 })
    .toBeGreaterThan(0);
  stopping.abort();
  await expect(interrupted).rejects.toThrow('the server is stopping');
  expect(await leftovers()).toEqual([]);
  expect((await call('tasks.get', administrator, { id: task_id })).status).toBe('in_process');
  expect((await finish(administrator, task_id)).status).toBe('success');
  await importPresentation(jobContext(on, org.id, new AbortController().signal), order!);
  expect((await call('library.module', administrator, { id: moduleId })).slides).toHaveLength(61);
});

test('two runs of one import at the same time add the slides once', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const { task_id } = await start(administrator, moduleId, await makePdf(4));
  const [order] = await queued('library.import-presentation', org.id);
  const on = await platform();
  const once = () => importPresentation(jobContext(on, org.id, new AbortController().signal), order!);
  await Promise.all([once(), once()]);
  expect((await call('tasks.get', administrator, { id: task_id })).status).toBe('success');
  expect((await call('library.module', administrator, { id: moduleId })).slides).toHaveLength(5);
  expect(await files(org.id)).toHaveLength(4);
});

test('a module takes at most 500 slides', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const more = Array.from({ length: 497 }, (_, n) => ({ module_id: moduleId, order_id: n + 1 }));
  await inOrganization(org.id, 'write', (tx) => tx.insertInto('slides').values(more).execute());
  expect(await run(administrator, moduleId, await makePdf(3))).toMatchObject({
    status: 'error',
    message: 'slide.limit',
  });
  expect((await run(administrator, moduleId, await makePdf(2))).status).toBe('success');
  expect(await files(org.id)).toHaveLength(2);
});

test('a module that was deleted meanwhile ends the import', patient, async () => {
  const { org, administrator, moduleId } = await setUp();
  const { task_id } = await start(administrator, moduleId, await makePdf(1));
  await inOrganization(org.id, 'write', (tx) => tx.deleteFrom('modules').where('id', '=', moduleId).execute());
  expect(await finish(administrator, task_id)).toMatchObject({ status: 'error', message: 'module.not_found' });
  expect(await files(org.id)).toEqual([]);
});
