import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { endTask, openTask } from '../../platform/tasks.ts';

const started = async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const id = await inOrganization(org.id, 'write', (tx) =>
    openTask(tx, { kind: 'import', createdBy: officer.id, total: 10, cancellable: true }),
  );
  return { org, officer, id };
};

test('a running task tells how far it is, and only to the person who started it', async () => {
  const { org, officer, id } = await started();
  expect(await call('events.get', officer, { id })).toMatchObject({ status: 'in_process', done: 0, total: 10 });
  const colleague = await make.operator(org);
  await expect(call('events.get', colleague, { id })).rejects.toMatchObject({ code: 'event.not_found' });
  const stranger = await make.operator(await make.organization());
  await expect(call('events.get', stranger, { id })).rejects.toMatchObject({ code: 'event.not_found' });
});

test('forgetting a running task asks it to stop; forgetting a finished one removes it', async () => {
  const { org, officer, id } = await started();
  await call('events.forget', officer, { id });
  expect(await stored('select cancel_requested from tasks where id = $1', [id])).toEqual([{ cancel_requested: true }]);
  await inOrganization(org.id, 'write', (tx) => endTask(tx, id, { status: 'error', message: 'task.cancelled' }));
  await call('events.forget', officer, { id });
  await expect(call('events.get', officer, { id })).rejects.toMatchObject({ code: 'event.not_found' });
});
