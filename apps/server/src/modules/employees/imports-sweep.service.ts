import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { jobs } from '../../job-table.ts';
import { enqueue } from '../../platform/jobs.ts';
import { handleStalled } from '../../platform/stalled-work.repo.ts';
import { endTask } from '../../platform/tasks.ts';
import * as repo from './imports.repo.ts';
import { idlePeopleImports, type IdlePeopleImport } from './imports-sweep.query.ts';
import { settleImports } from './import-notifications.service.ts';

const jobKey = ({ id, status }: IdlePeopleImport): string =>
  jobs[status === 'reading' ? 'employees.read-import' : 'employees.apply-import'].key({ import_id: id });

/**
 * Restarts imports that no job reads or applies any more, three times at most. After that a reading is `failed`, and an
 * application is `ready` to be confirmed again: it is one transaction, so nothing of it was stored.
 */
export const sweepPeopleImports = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, idlePeopleImports);
  const found = idle.map((one) => ({ ...one, jobKey: jobKey(one) }));
  await handleStalled<IdlePeopleImport & { jobKey: string }>(platform, found, { putBack, giveUp });
};

const putBack = async (tx: Tx, { id, task_id, status }: IdlePeopleImport) => {
  const found = await repo.lockPeopleImport(tx, id);
  if (found?.status !== status) return;
  if (status === 'reading') return enqueue(tx, 'employees.read-import', { import_id: id });
  // The options were not stored when this import was confirmed, so it must be confirmed again.
  if (!found.confirmed) return end(tx, { id, task_id, status });
  const confirmed = found.confirmed as repo.Confirmed;
  await enqueue(tx, 'employees.apply-import', { import_id: id, task_id: task_id!, ...confirmed });
};

const giveUp = async (tx: Tx, one: IdlePeopleImport) => {
  const found = await repo.lockPeopleImport(tx, one.id);
  const event = one.status === 'reading' ? found?.task_id : found?.apply_task_id;
  if (found?.status === one.status && event === one.task_id) await end(tx, one);
};

const end = async (tx: Tx, { id, task_id, status }: Pick<IdlePeopleImport, 'id' | 'task_id' | 'status'>) => {
  await repo.updateImport(tx, id, { status: status === 'reading' ? 'failed' : 'ready' });
  if (task_id) await endTask(tx, task_id, { status: 'error', message: 'task.lost' });
  await settleImports(tx);
};
