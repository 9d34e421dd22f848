import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { endTask, stepTask, TaskCancelled } from '../../platform/tasks.ts';
import { storeFile } from '../files/public.ts';
import { certificateSpec, readCertificates, renderPdf, withLogo } from '../reports/public.ts';

type Order = JobPayload<'certificates.write-archive'>;
/** Certificates between two reports of progress. */
const AT_ONCE = 25;

/** Writes the archive for the person who ordered it and completes the task. A second run writes a new file. */
export const writeArchive = async (ctx: JobCtx, order: Order): Promise<void> => {
  const path = scratchPath(ctx.platform.files, '.zip');
  try {
    await writeZip(ctx, order, path);
    const { size } = await stat(path);
    await ctx.run('write', async (tx) => {
      const file_id = await storeFile(tx, ctx.platform, {
        path,
        name: `certificates-${dayIn(now(), 'UTC')}.zip`,
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

const addAll = async (ctx: JobCtx, zip: ZipFile, { event_id, design, ids }: Order): Promise<void> => {
  let brand: Awaited<ReturnType<typeof withLogo>>['brand'];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = await ctx.run('read', (tx) => readCertificates(tx, ids.slice(from, from + AT_ONCE)));
    for (const one of part) {
      const spec = certificateSpec(one, ctx.platform.urls.portal, { design, language: one.language });
      brand ??= (await withLogo(ctx.platform, spec)).brand; // one logo for all
      const pdf = await renderPdf({ ...spec, brand: brand! }, { lane: 'certificates', signal: ctx.signal });
      zip.addBuffer(pdf, entryName(one), { compress: false, mtime: now() });
    }
    await stepTask(ctx, event_id, { done: Math.min(from + AT_ONCE, ids.length) });
  }
};

/** A file name that is valid everywhere; the number makes it unique. */
const entryName = ({ person_name, number }: { person_name: string; number: string }): string =>
  `${`${person_name} ${number}`
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(-120)}.pdf`;
