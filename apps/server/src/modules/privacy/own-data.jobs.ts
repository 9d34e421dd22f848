import { buffer } from 'node:stream/consumers';
import type { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { now } from '../../platform/clock.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { stepTask } from '../../platform/tasks.ts';
import { deliverArchive, findFile } from '../files/public.ts';
import { findOwnAvatar, ownDataParts, readOwnPart } from './own-data.query.ts';

type Order = JobPayload<'privacy.write-own-data'>;

/** Writes the archive for the person whose data it is, and completes the task. A second run writes a new file. */
export const writeOwnData = (ctx: JobCtx, order: Order): Promise<void> =>
  deliverArchive(ctx, order, 'my-data', (zip) => addAll(ctx, zip, order));

const addAll = async (ctx: JobCtx, zip: ZipFile, { task_id, employee_id }: Order): Promise<void> => {
  let done = 0;
  for (const [name, part] of Object.entries(ownDataParts)) {
    const rows = await ctx.run('read', (tx) => readOwnPart(tx, part, employee_id));
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`, { mtime: now() });
    await stepTask(ctx, task_id, { done: ++done });
  }
  const picture = await ctx.run('read', async (tx) => {
    const id = await findOwnAvatar(tx, employee_id);
    return id === null ? undefined : findFile(tx, id);
  });
  if (!picture) return;
  const bytes = await buffer(await ctx.platform.files.read(picture.storage_key));
  zip.addBuffer(bytes, `files/${picture.name}`, { compress: false, mtime: now() });
};
