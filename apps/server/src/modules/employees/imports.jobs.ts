import { importSummary, type ImportSummary } from '@sergak/contract/employees/imports.schema.ts';
import { SheetError } from '@sergak/sheets/sheet-types.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import { analyzeTables } from '../../platform/planner-statistics.repo.ts';
import { endTask, TaskCancelled } from '../../platform/tasks.ts';
import { applyImportFile } from './import-apply.service.ts';
import { readImportFile } from './import-read.service.ts';
import { settleImports } from './import-notifications.service.ts';
import { licenceRoom } from './licence.service.ts';
import * as repo from './imports.repo.ts';

/** The reason shown to the administrator. Undefined if only another attempt can help. */
const reasonFor = (error: unknown): { message: string; detail?: string } | undefined => {
  if (error instanceof TaskCancelled) return { message: 'task.cancelled' };
  if (error instanceof SheetError)
    return { message: 'import.unreadable', detail: JSON.stringify({ code: error.code, ...error.data }) };
  if (error instanceof AppError && error.status < 500)
    return {
      message: error.code === 'licence.users_limit' ? 'Number of users exceeds the licence' : error.code,
      detail: JSON.stringify(error.details ?? null),
    };
  return undefined;
};

/** The summary of an import that can be confirmed again, with the seats that are free now. */
const withRoom = async (tx: Tx, stored: unknown): Promise<ImportSummary> => ({
  ...importSummary.parse(stored),
  licence_room: await licenceRoom(tx),
});

const end = async (
  ctx: JobCtx,
  importId: string,
  taskId: string | undefined,
  error: unknown,
  back: 'failed' | 'ready',
) => {
  if (ctx.signal.aborted && !(error instanceof TaskCancelled)) throw error; // the process is stopping: the job runs again after the restart
  const reason = reasonFor(error) ?? (ctx.lastAttempt ? { message: 'server.failed' } : undefined);
  if (!reason) throw error;
  await ctx.run('write', async (tx) => {
    const found = await repo.lockPeopleImport(tx, importId);
    if (!found) return;
    await repo.updateImport(tx, importId, {
      ...(back === 'ready' && found.summary ? { summary: await withRoom(tx, found.summary) } : {}),
      status: back === 'failed' && error instanceof TaskCancelled ? 'cancelled' : back,
    });
    await endTask(tx, taskId ?? found.task_id, { status: 'error', ...reason });
    await settleImports(tx);
  });
};

/** Reads an uploaded file into lines with verdicts. Changes no people. A second run starts over. */
export const readImport = async (ctx: JobCtx, { import_id }: JobPayload<'employees.read-import'>): Promise<void> => {
  try {
    await readImportFile(ctx, import_id);
  } catch (error) {
    await end(ctx, import_id, undefined, error, 'failed');
  }
};

/** Applies a confirmed import. A second run changes nothing; a cancelled or rejected import can be confirmed again. */
export const applyImport = async (ctx: JobCtx, order: JobPayload<'employees.apply-import'>): Promise<void> => {
  try {
    await applyImportFile(ctx, order);
  } catch (error) {
    return end(ctx, order.import_id, order.task_id, error, 'ready');
  }
  await analyzeTables(ctx.platform.db, ['employees', 'departments', 'tag_employees']);
};
