import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { endTask, openTask } from '../../platform/tasks.ts';

const started = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const id = await inOrganization(org.id, 'write', (tx) =>
    openTask(tx, { kind: 'import', createdBy: administrator.id, total: 10, cancellable: true }),
  );
  return { org, administrator, id };
};

test('only the person who started a task can read its progress', async () => {
  const { org, administrator, id } = await started();
  expect(await call('tasks.get', administrator, { id })).toMatchObject({ status: 'in_process', done: 0, total: 10 });
  const colleague = await make.operator(org);
  await expect(call('tasks.get', colleague, { id })).rejects.toMatchObject({ code: 'task.not_found' });
  const stranger = await make.operator(await make.organization());
  await expect(call('tasks.get', stranger, { id })).rejects.toMatchObject({ code: 'task.not_found' });
});

test('deleting a running task requests its cancellation; deleting an ended task removes it', async () => {
  const { org, administrator, id } = await started();
  await call('tasks.forget', administrator, { id });
  expect(await stored('select cancel_requested from tasks where id = $1', [id])).toEqual([{ cancel_requested: true }]);
  await inOrganization(org.id, 'write', (tx) => endTask(tx, id, { status: 'error', message: 'task.cancelled' }));
  await call('tasks.forget', administrator, { id });
  await expect(call('tasks.get', administrator, { id })).rejects.toMatchObject({ code: 'task.not_found' });
});
