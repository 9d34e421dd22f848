import { Readable } from 'node:stream';
import { PACK_FORMAT, PACK_VERSION } from '@sergak/contract/packs/packs.rules.ts';
import type { PackFile, PackManifest } from '@sergak/contract/packs/packs.schema.ts';
import type { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { iso, now } from '../../platform/clock.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { stepTask } from '../../platform/tasks.ts';
import { deliverArchive, findFile } from '../files/public.ts';
import { courseForPack } from '../library/public.ts';
import { templateForPack } from '../phishing/public.ts';

type Order = JobPayload<'packs.write-pack'>;
type Use = PackFile['use'];

const endings: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'text/vtt': 'vtt',
};
const endingOf = (type: string, name: string): string =>
  endings[type] ?? /\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? 'bin';

/** Writes the pack for the person who ordered it and completes the task. A second run writes a new file. */
export const writePack = (ctx: JobCtx, order: Order): Promise<void> =>
  deliverArchive(ctx, order, 'content-pack', (zip) => fill(ctx, zip, order));

const fill = async (ctx: JobCtx, zip: ZipFile, order: Order): Promise<void> => {
  const manifest: PackManifest = {
    format: PACK_FORMAT,
    version: PACK_VERSION,
    made_by: 'Sergak',
    made_at: iso(now()),
    files: [],
    courses: [],
    templates: [],
  };
  const added = new Set<string>();
  const add = async (id: string, use: Use): Promise<void> => {
    if (added.has(id)) return;
    added.add(id);
    const file = await ctx.run('read', (tx) => findFile(tx, id));
    if (!file) throw new Error(`the file ${id} of a course or template is missing`);
    const path = `files/${id}.${endingOf(file.content_type, file.name)}`;
    const name =
      file.name
        .replace(/[\\/:*?"<>|\r\n\0]/g, ' ')
        .trim()
        .slice(-255) || 'file';
    manifest.files.push({ id, path, name, use });
    // Read when its turn comes, so that memory holds one file at a time.
    zip.addReadStreamLazy(path, { compress: false, mtime: now() }, (give) => {
      ctx.platform.files.read(file.storage_key).then(
        (stream) => give(null, stream),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  };
  let done = 0;
  for (const id of order.courses) {
    const { course, files } = await ctx.run('read', (tx) => courseForPack(tx, id));
    for (const file of files) await add(file.id, file.use);
    manifest.courses.push(course);
    await stepTask(ctx, order.task_id, { done: (done += 1) });
  }
  for (const id of order.templates) {
    const { template, files } = await ctx.run('read', (tx) => templateForPack(tx, id));
    for (const file of files) await add(file.id, file.use);
    manifest.templates.push(template);
    await stepTask(ctx, order.task_id, { done: (done += 1) });
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), 'manifest.json', { mtime: now() });
};
