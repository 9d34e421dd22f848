import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { FILE_DAYS } from '@sergak/contract/files/files.rules.ts';
import { ZipFile } from 'yazl';
import { after, DAY, dayIn, now } from '../../platform/clock.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { endTask, TaskCancelled, TaskRejected } from '../../platform/tasks.ts';
import { storeFile } from './files.service.ts';

/** The person who ordered a file, and the task that shows its progress. */
export type FileOrder = { readonly task_id: string; readonly employee_id: string };
type Target = {
  readonly name: string;
  readonly extension: string;
  readonly type: string;
  /** The organisation of whose simulations the file has results. */
  readonly resultsOf?: string | undefined;
};

/**
 * Stores the file that `write` makes, for the person who ordered it alone, and completes the task with it. The file is
 * deleted after `FILE_DAYS`. A second run writes a new file. After a cancellation or the last failure, the task ends as an error.
 */
export const deliverFile = async (
  ctx: JobCtx,
  order: FileOrder,
  { name, extension, type, resultsOf }: Target,
  write: (path: string) => Promise<void>,
): Promise<void> => {
  const path = scratchPath(ctx.platform.files, extension);
  try {
    await write(path);
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      const file_id = await storeFile(tx, ctx.platform, {
        path,
        name: `${name}${extension}`,
        type,
        size,
        createdBy: order.employee_id,
        visibility: 'owner',
        expiresAt: after(now(), FILE_DAYS * DAY),
        ...(resultsOf ? { resultsOf } : {}),
      });
      await endTask(tx, order.task_id, { status: 'success', result: { file_id } });
    });
  } catch (error) {
    const final = error instanceof TaskCancelled || error instanceof TaskRejected;
    if (!final && !ctx.lastAttempt) throw error;
    const message = error instanceof TaskCancelled ? 'task.cancelled' : final ? error.message : 'server.failed';
    await ctx.run('write', (tx) => endTask(tx, order.task_id, { status: 'error', message }));
  } finally {
    await rm(path, { force: true });
  }
};

/** Delivers a ZIP archive with the current day in its name; `fill` adds the entries. An entry that cannot be read fails the archive. */
export const deliverArchive = (
  ctx: JobCtx,
  order: FileOrder,
  title: string,
  fill: (zip: ZipFile) => Promise<void>,
): Promise<void> => {
  const target = { name: `${title}-${dayIn(now(), 'UTC')}`, extension: '.zip', type: 'application/zip' };
  return deliverFile(ctx, order, target, (path) => writeArchive(path, fill));
};

/** Writes a ZIP archive to the disk; `fill` adds the entries. An entry that cannot be read fails the archive. */
export const writeArchive = async (path: string, fill: (zip: ZipFile) => Promise<void>): Promise<void> => {
  const zip = new ZipFile();
  const file = createWriteStream(path);
  zip.outputStream.pipe(file);
  const closed = once(file, 'close');
  closed.catch(() => undefined); // it is awaited below, after `fill`
  zip.on('error', (error: Error) => file.destroy(error));
  try {
    await fill(zip);
    zip.end();
  } catch (error) {
    // What has been added is read to its end, so that no file stays open.
    zip.outputStream.unpipe(file);
    zip.outputStream.resume();
    file.destroy();
    await closed.catch(() => undefined); // a write that was under way reports that it was cut off
    throw error;
  }
  await closed;
};
