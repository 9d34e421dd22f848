import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PackManifest, PackResult } from '@sergak/contract/packs/packs.schema.ts';
import type { JobPayload } from '../../job-table.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { scratchPath } from '../../platform/files.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { endTask, recordTaskProgress, stepTask, TaskCancelled } from '../../platform/tasks.ts';
import { assertQuota, discardFiles, findFile, storeFile } from '../files/public.ts';
import { insertPackCourse, insertPackScormCourse, packCourseFaults } from '../library/public.ts';
import {
  cleanPackTemplate,
  insertPackTemplate,
  PackTextError,
  storeAttachment,
  type LibraryPicture,
} from '../phishing/public.ts';
import { PackError } from './packs-error.ts';
import { checkFile, type CheckedFile } from './packs-files.ts';
import { keepPackages, unpackPackages, type UnpackedPackages } from './packs-packages.ts';
import { openPack } from './packs-read.ts';

type Order = JobPayload<'packs.import-pack'>;
type Files = ReadonlyMap<string, CheckedFile>;
/** A pack whose content was checked. */
type Read = { readonly manifest: PackManifest; readonly files: Files; readonly packages: UnpackedPackages };

/**
 * Adds the courses and templates of an uploaded pack, all of them or none. A second run adds nothing: the task ends in the
 * transaction that adds them.
 */
export const importPack = async (ctx: JobCtx, order: Order): Promise<void> => {
  const file = await ctx.run('read', (tx) => findFile(tx, order.file_id));
  // The file is deleted in the transaction that ends the task.
  if (!file) return;
  const folder = scratchPath(ctx.platform.files, '.pack');
  const keys: string[] = [];
  try {
    await mkdir(folder);
    await stepTask(ctx, order.task_id, { stage: 'checking' });
    const path = join(folder, 'pack.zip');
    await pipeline(await ctx.platform.files.read(file.storage_key), createWriteStream(path), { signal: ctx.signal });
    const read = await removingOnFailure(ctx, keys, () => readPack(ctx, order, folder, keys));
    await ctx.run('write', (tx) => removingOnFailure(ctx, keys, () => save(ctx, tx, order, read, keys)));
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    const reason = reasonFor(error) ?? (ctx.lastAttempt ? { message: 'server.failed' } : undefined);
    if (!reason) throw error;
    await ctx.run('write', async (tx) => {
      await endTask(tx, order.task_id, { status: 'error', ...reason });
      await discardFiles(tx, [order.file_id]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Runs `work`; if it fails, removes what was stored under the keys that it noted. */
const removingOnFailure = async <T>(ctx: JobCtx, keys: readonly string[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    for (const key of keys) await ctx.platform.files.remove(key).catch(() => null);
    throw error;
  }
};

/** The reason shown to the person. Undefined if only another attempt can help. */
const reasonFor = (error: unknown): { message: string; detail?: string } | undefined => {
  if (error instanceof TaskCancelled) return { message: 'task.cancelled' };
  if (error instanceof PackTextError) return reasonFor(new PackError('text_rejected', [error.place]));
  if (error instanceof PackError)
    return {
      message: `pack.rejected.${error.code}`,
      detail: JSON.stringify({ code: error.code, places: error.places, package: error.package }),
    };
  if (error instanceof AppError && error.code === 'file.quota') return reasonFor(new PackError('quota'));
  return error instanceof AppError && error.status < 500 && error.status !== 429 ? { message: error.code } : undefined;
};

/**
 * Checks everything in the pack: its manifest, its files by their content, its texts and its packages. Files wait in the folder;
 * those of packages are in the store, under the keys that are noted.
 */
const readPack = async (ctx: JobCtx, order: Order, folder: string, keys: string[]): Promise<Read> => {
  const pack = await openPack(join(folder, 'pack.zip'));
  try {
    const { manifest } = pack;
    if (manifest.templates.length > 0 && !order.may_templates) throw new PackError('not_allowed');
    const faults = manifest.courses.flatMap(packCourseFaults);
    if (faults.length > 0) throw new PackError('text_rejected', faults);
    const caller = { person: order.employee_id, organization: order.organization_id };
    const total = manifest.files.length + manifest.templates.length + manifest.packages.length;
    let done = 0;
    await stepTask(ctx, order.task_id, { stage: 'unpacking', done, total });
    const files = new Map<string, CheckedFile>();
    for (const file of manifest.files) {
      files.set(file.id, await checkFile(pack, file, folder, caller));
      await stepTask(ctx, order.task_id, { done: (done += 1) });
    }
    const templates = [];
    for (const template of manifest.templates) {
      templates.push(await cleanPackTemplate(template, caller));
      await stepTask(ctx, order.task_id, { done: (done += 1) });
    }
    // Last, because their files go to the store: whatever else is wrong has been found by now.
    const packages = await unpackPackages(ctx, pack, {
      taskId: order.task_id,
      folder,
      keys,
      progress: (share) => stepTask(ctx, order.task_id, { done: done + share }),
    });
    return { manifest: { ...manifest, templates }, files, packages };
  } finally {
    pack.close();
  }
};

const fileIn = <U extends CheckedFile['use']>(files: Files, id: string, use: U) => {
  const file = files.get(id);
  if (file?.use !== use) throw new PackError('file_missing', [id]);
  return file as Extract<CheckedFile, { use: U }>;
};

/** The platform with a file store that notes the keys of what it stores, whoever stores it. */
const withStoredKeys = (platform: Platform, keys: string[]): Platform => {
  const noted = async (storing: Promise<string>): Promise<string> => {
    const key = await storing;
    keys.push(key);
    return key;
  };
  const { files } = platform;
  const put: typeof files.put = (bytes) => noted(files.put(bytes));
  const putFile: typeof files.putFile = (path) => noted(files.putFile(path));
  return { ...platform, files: { ...files, put, putFile } };
};

type Storing = Parameters<typeof storeAttachment>[0];
/** Stores the uploaded attachments of a template once each; returns them by their id in the pack. */
const storeAttachments = async (storing: Storing, template: PackManifest['templates'][number], files: Files) => {
  const stored = new Map<string, Awaited<ReturnType<typeof storeAttachment>>>();
  const wanted = template.emails.flatMap((email) => email.versions.flatMap((version) => version.attachments));
  for (const one of wanted) {
    if (one.kind !== 'uploaded' || stored.has(one.file_id)) continue;
    const file = fileIn(files, one.file_id, 'attachment');
    stored.set(one.file_id, await storeAttachment(storing, { ...file, bytes: await readFile(file.path) }));
  }
  return stored;
};

/** Adds everything within the transaction; notes the keys of what it stores. */
const save = async (ctx: JobCtx, tx: Tx, order: Order, read: Read, keys: string[]): Promise<void> => {
  if (await recordTaskProgress(tx, order.task_id, { stage: 'writing' })) throw new TaskCancelled();
  const { manifest, files } = read;
  const platform = withStoredKeys(ctx.platform, keys);
  const createdBy = order.employee_id;
  const bytes = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  await assertQuota(tx, createdBy, bytes);
  const put = async (file: CheckedFile, visibility: 'organization' | 'admin' = 'organization'): Promise<string> => {
    const { path, name, type, size } = file;
    return storeFile(tx, platform, { path, name, type, size, createdBy, visibility });
  };
  const stored = new Map<string, string>();
  for (const [id, file] of files) if (file.use === 'media') stored.set(id, await put(file));
  const fileOf = (path: string): string => {
    const id = stored.get(path.slice('/lk/files/'.length));
    if (id === undefined) throw new PackError('file_missing', [path]);
    return id;
  };
  const packages = await keepPackages(tx, read.packages, createdBy);
  const packageOf = (id: string): string => packages.get(id)!; // the reader of the pack has compared the ids
  for (const course of manifest.courses) await insertPackCourse(tx, course, { fileOf, packageOf });
  for (const course of manifest.scorm_courses) await insertPackScormCourse(tx, course, { fileOf, packageOf });
  let senders_changed = 0;
  for (const template of manifest.templates) {
    const pictures = new Map<string, LibraryPicture>();
    for (const id of template.pictures) {
      const file = fileIn(files, id, 'picture');
      const { width, height, name, size } = file;
      pictures.set(id, { file_id: await put(file, 'admin'), name, width, height, bytes: size });
    }
    const attachments = await storeAttachments({ tx, platform, createdBy }, template, files);
    const logo = template.logo === null ? null : fileOf(`/lk/files/${template.logo}`);
    senders_changed += await insertPackTemplate({ tx, platform }, template, { logo, pictures, attachments });
  }
  await finish(tx, order, manifest, senders_changed);
};

/** Ends the task and writes the log, in the transaction that added everything. */
const finish = async (tx: Tx, order: Order, manifest: PackManifest, senders_changed: number): Promise<void> => {
  const courses = [...manifest.courses, ...manifest.scorm_courses].map((one) => one.title);
  const titles = [...courses, ...manifest.templates.map((one) => one.name)];
  await writeAudit(
    tx,
    { action: 'pack.imported', actorId: order.employee_id, actorName: order.employee_name },
    { kind: 'file', title: null, details: { added: titles.length, titles: titles.slice(0, 10) } },
  );
  const result: PackResult = { courses: courses.length, templates: manifest.templates.length, senders_changed };
  await endTask(tx, order.task_id, { status: 'success', result });
  await discardFiles(tx, [order.file_id]);
};
