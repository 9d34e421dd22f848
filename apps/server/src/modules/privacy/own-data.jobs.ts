import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { endTask, stepTask, TaskCancelled } from '../../platform/tasks.ts';
import { findFile, storeFile } from '../files/public.ts';
import { findOwnAvatar, ownDataParts, readOwnPart } from './own-data.query.ts';

type Order = JobPayload<'privacy.write-own-data'>;

/** Writes the archive for the person whose data it is, and completes the task. A second run writes a new file. */
export const writeOwnData = async (ctx: JobCtx, order: Order): Promise<void> => {
  const path = scratchPath(ctx.platform.files, '.zip');
  try {
    await writeZip(ctx, order, path);
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      const file_id = await storeFile(tx, ctx.platform, {
        path,
        name: `my-data-${dayIn(now(), 'UTC')}.zip`,
        type: 'application/zip',
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

const writeZip = async (ctx: JobCtx, order: Order, path: string): Promise<void> => {
  const zip = new ZipFile();
  const file = createWriteStream(path);
  zip.outputStream.pipe(file);
  const closed = once(file, 'close');
  try {
    await addAll(ctx, zip, order);
    zip.end();
  } catch (error) {
    file.destroy();
    throw error;
  } finally {
    await closed;
  }
};

const addAll = async (ctx: JobCtx, zip: ZipFile, { event_id, employee_id }: Order): Promise<void> => {
  let done = 0;
  for (const [name, part] of Object.entries(ownDataParts)) {
    const rows = await ctx.run('read', (tx) => readOwnPart(tx, part, employee_id));
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`, { mtime: now() });
    await stepTask(ctx, event_id, { done: ++done });
  }
  const picture = await ctx.run('read', async (tx) => {
    const id = await findOwnAvatar(tx, employee_id);
    return id === null ? undefined : findFile(tx, id);
  });
  if (!picture) return;
  const bytes = await buffer(await ctx.platform.files.read(picture.storage_key));
  zip.addBuffer(bytes, `files/${picture.name}`, { compress: false, mtime: now() });
};
