import { Logged, type Ctx } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openHeavyTask } from '../../platform/tasks.ts';
import { ownDataParts } from './own-data.query.ts';

/** Starts the export of everything stored about the caller. */
export const exportOwnData = async ({ tx, viewer }: Ctx) => {
  const task_id = await openHeavyTask(tx, {
    kind: 'privacy.write-own-data',
    createdBy: viewer.id,
    total: Object.keys(ownDataParts).length,
    cancellable: true,
  });
  await enqueue(tx, 'privacy.write-own-data', { task_id, employee_id: viewer.id });
  return new Logged({ task_id }, { kind: 'employee', id: viewer.id, details: { task_id } });
};
