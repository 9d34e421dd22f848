import type { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { now } from '../../platform/clock.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { stepTask } from '../../platform/tasks.ts';
import { deliverArchive } from '../files/public.ts';
import { certificateSpec, selectCertificates, renderPdf, withLogo } from '../reports/public.ts';

type Order = JobPayload<'certificates.write-archive'>;
/** Certificates between two reports of progress. */
const AT_ONCE = 25;

/** Writes the archive for the person who ordered it and completes the task. A second run writes a new file. */
export const writeArchive = (ctx: JobCtx, order: Order): Promise<void> =>
  deliverArchive(ctx, order, 'certificates', (zip) => addAll(ctx, zip, order));

const addAll = async (ctx: JobCtx, zip: ZipFile, { task_id, design, ids }: Order): Promise<void> => {
  let brand: Awaited<ReturnType<typeof withLogo>>['brand'];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = await ctx.run('read', (tx) => selectCertificates(tx, ids.slice(from, from + AT_ONCE)));
    for (const one of part) {
      const spec = certificateSpec(one, ctx.platform.urls.portal, { design, language: one.language });
      brand ??= (await withLogo(ctx.platform, spec)).brand; // one logo for all
      const pdf = await renderPdf({ ...spec, brand: brand! }, { lane: 'certificates', signal: ctx.signal });
      zip.addBuffer(pdf, entryName(one), { compress: false, mtime: now() });
    }
    await stepTask(ctx, task_id, { done: Math.min(from + AT_ONCE, ids.length) });
  }
};

/** A file name that is valid everywhere; the number makes it unique. */
const entryName = ({ person_name, number }: { person_name: string; number: string }): string =>
  `${`${person_name} ${number}`
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(-120)}.pdf`;
