import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PACK_BYTES_MAX, PACK_FORMAT, PACK_VERSION } from '@sergak/contract/packs/packs.rules.ts';
import type { PackFile, PackManifest, PackPackage } from '@sergak/contract/packs/packs.schema.ts';
import type { ZipFile } from 'yazl';
import type { JobPayload } from '../../job-table.ts';
import { iso, now } from '../../platform/clock.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { stepTask, TaskRejected } from '../../platform/tasks.ts';
import { deliverArchive, findFile } from '../files/public.ts';
import { courseForPack } from '../library/public.ts';
import { templateForPack } from '../phishing/public.ts';
import { findPackPackage, writePackageZip } from '../scorm/public.ts';

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

/** A name that every system can store. */
const nameOf = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\r\n\0]/g, ' ')
    .trim()
    .slice(-255) || 'file';

/** Writes the pack for the person who ordered it and completes the task. A second run writes a new file. */
export const writePack = async (ctx: JobCtx, order: Order): Promise<void> => {
  const folder = scratchPath(ctx.platform.files, '.pack');
  try {
    await mkdir(folder);
    await deliverArchive(ctx, order, 'content-pack', (zip) => fill(ctx, zip, order, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Adds a package of SCORM, which is packed on the disk first: the manifest names its size and hash. */
const addPackage = async (ctx: JobCtx, zip: ZipFile, id: string, folder: string): Promise<PackPackage> => {
  const found = await ctx.run('read', (tx) => findPackPackage(tx, id));
  const packed = join(folder, id);
  const { size, sha256 } = await writePackageZip(ctx.platform, found, packed);
  const path = `packages/${id}.zip`;
  zip.addReadStreamLazy(path, { compress: false, mtime: now() }, (give) => {
    const stream = createReadStream(packed);
    stream.once('close', () => void rm(packed, { force: true }));
    give(null, stream);
  });
  return { id, path, name: nameOf(found.file_name), size, sha256 };
};

const fill = async (ctx: JobCtx, zip: ZipFile, order: Order, folder: string): Promise<void> => {
  const manifest: PackManifest = {
    format: PACK_FORMAT,
    version: PACK_VERSION,
    made_by: 'Sergak',
    made_at: iso(now()),
    files: [],
    packages: [],
    courses: [],
    scorm_courses: [],
    templates: [],
  };
  const added = new Set<string>();
  let bytes = 0;
  const count = (size: number): void => {
    bytes += size;
    // No portal could import it.
    if (bytes > PACK_BYTES_MAX) throw new TaskRejected('pack.rejected.too_large');
  };
  const add = async (id: string, use: Use): Promise<void> => {
    if (added.has(id)) return;
    added.add(id);
    const file = await ctx.run('read', (tx) => findFile(tx, id));
    if (!file) throw new Error(`the file ${id} of a course or template is missing`);
    const path = `files/${id}.${endingOf(file.content_type, file.name)}`;
    count(Number(file.size));
    manifest.files.push({ id, path, name: nameOf(file.name), use });
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
    const packed = await ctx.run('read', (tx) => courseForPack(tx, id));
    for (const file of packed.files) await add(file.id, file.use);
    for (const one of packed.packages) {
      if (added.has(one)) continue;
      added.add(one);
      const made = await addPackage(ctx, zip, one, folder);
      count(made.size);
      manifest.packages.push(made);
    }
    if (packed.kind === 'scorm') manifest.scorm_courses.push(packed.course);
    else manifest.courses.push(packed.course);
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
