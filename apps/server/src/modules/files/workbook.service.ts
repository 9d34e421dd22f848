import { rm, stat } from 'node:fs/promises';
import { XLSX_TYPE, type TableSheet } from '@sergak/sheets/xlsx-write.ts';
import type { Tx } from '../../platform/db.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { endTask, TaskCancelled } from '../../platform/tasks.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { storeFile } from './files.service.ts';

/** The person who ordered a workbook, and the task that shows its progress. */
type Order = { readonly event_id: string; readonly employee_id: string };

/**
 * Writes a workbook that only the person who ordered it may read, and completes the task with it. A second run writes a new
 * file. After a cancellation or the last failure, the task ends as an error.
 */
export const deliverWorkbook = async (
  ctx: JobCtx,
  order: Order,
  title: string,
  sheets: (tx: Tx) => Promise<readonly TableSheet[]>,
): Promise<void> => {
  const path = scratchPath(ctx.platform.files, '.xlsx');
  try {
    await ctx.run('read', async (tx) => writeWorkbook(path, await sheets(tx)));
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      const file_id = await storeFile(tx, ctx.platform, {
        path,
        name: `${title}.xlsx`,
        type: XLSX_TYPE,
        size,
        createdBy: order.employee_id,
        visibility: 'owner',
      });
      await endTask(tx, order.event_id, { status: 'success', result: { file_id } });
    });
  } catch (error) {
    if (!(error instanceof TaskCancelled) && !ctx.lastAttempt) throw error;
    const message = error instanceof TaskCancelled ? 'task.cancelled' : 'server.failed';
    await ctx.run('write', (tx) => endTask(tx, order.event_id, { status: 'error', message }));
  } finally {
    await rm(path, { force: true });
  }
};
