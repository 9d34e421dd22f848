import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { endTask, openTask } from '../../platform/tasks.ts';

const started = async (kind = 'import', by: 'administrator' | 'system' = 'administrator') => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const id = await inOrganization(org.id, 'write', (tx) =>
    openTask(tx, { kind, createdBy: by === 'system' ? null : administrator.id, total: 10, cancellable: true }),
  );
  return { org, administrator, id };
};

test('only the person who started a task can read its progress', async () => {
  const { org, administrator, id } = await started('notify_people');
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

test.each(['campaign', 'employees.read-import', 'employees.apply-import', 'directory-sync.read'])(
  'a task of the kind %s is seen and cancelled by everybody who may open its page, and deleted by its author alone',
  async (kind) => {
    const { org, administrator, id } = await started(kind);
    const colleague = await make.operator(org);
    expect(await call('tasks.get', colleague, { id })).toMatchObject({ status: 'in_process', total: 10 });
    expect(await call('tasks.keeper', colleague, { id })).toMatchObject({ id });
    for (const role of ['employee', 'content_manager'] as const) {
      const other = await make.employee(org, { role });
      await expect(call('tasks.get', other, { id })).rejects.toMatchObject({ code: 'task.not_found' });
      await expect(call('tasks.forget', other, { id })).rejects.toMatchObject({ code: 'task.not_found' });
    }
    const stranger = await make.operator(await make.organization());
    await expect(call('tasks.get', stranger, { id })).rejects.toMatchObject({ code: 'task.not_found' });
    await call('tasks.forget', colleague, { id });
    expect(await stored('select cancel_requested from tasks where id = $1', [id])).toEqual([
      { cancel_requested: true },
    ]);
    await inOrganization(org.id, 'write', (tx) => endTask(tx, id, { status: 'error', message: 'task.cancelled' }));
    await call('tasks.forget', colleague, { id });
    expect(await call('tasks.get', administrator, { id })).toMatchObject({ status: 'error' });
  },
);

test('a task of the system is read and cancelled by super users alone, unless a page shows it', async () => {
  const { org, id } = await started('organizations.remove-child', 'system');
  for (const role of ['employee', 'operator', 'system_admin'] as const) {
    const person = await make.employee(org, { role });
    for (const endpoint of ['tasks.get', 'tasks.keeper', 'tasks.forget'] as const)
      await expect(call(endpoint, person, { id })).rejects.toMatchObject({ code: 'task.not_found' });
  }
  const superUser = await make.employee(org, { role: 'super_user' });
  expect(await call('tasks.get', superUser, { id })).toMatchObject({ id });
  await call('tasks.forget', superUser, { id });
  expect(await stored('select cancel_requested from tasks where id = $1', [id])).toEqual([{ cancel_requested: true }]);
  const planning = await started('campaign', 'system');
  const operator = await make.operator(planning.org);
  expect(await call('tasks.get', operator, { id: planning.id })).toMatchObject({ id: planning.id });
});
