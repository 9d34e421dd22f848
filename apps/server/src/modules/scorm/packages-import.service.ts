import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ScormReport } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { scratchPath } from '../../platform/files.ts';
import { enqueueMany, type JobCtx } from '../../platform/jobs.ts';
import { recordTaskProgress, endTask, stepTask } from '../../platform/tasks.ts';
import { moveToPublished } from '../learning/public.ts';
import { createScormCourse, replacePackage } from '../library/public.ts';
import { unpackNew, type Unpacked } from './packages-unpack.service.ts';
import * as repo from './packages.repo.ts';
import { supersedeOpen } from './runtime.repo.ts';

const KEYS_PER_JOB = 1_000;
/** Most bytes of packages that an organisation stores. */
const STORAGE_MAX = 20_000_000_000;

/** Throws 413 if so many more bytes of packages exceed the quota of the organisation. */
export const assertPackageQuota = async (tx: Tx, bytes: number): Promise<void> => {
  const used = await repo.storedPackageBytes(tx);
  if (used + bytes > STORAGE_MAX) throw new AppError('file.quota', { owner: 'organization', used, limit: STORAGE_MAX });
};

/** Imports an uploaded package: checks it, stores its files, then creates or changes the course in one transaction. */
export const importPackageFile = async (ctx: JobCtx, importId: string): Promise<void> => {
  const found = await ctx.run('read', (tx) => repo.findPackageImport(tx, importId));
  if (found?.status !== 'waiting') return;
  const path = scratchPath(ctx.platform.files, '.package');
  try {
    await stepTask(ctx, found.task_id, { stage: 'checking' });
    const sha256 = await fetchUpload(ctx, found.upload_key, path);
    const unpacked = await unpackNew(ctx, path, sha256, {
      importId: found.id,
      planned: ({ files }) => ctx.run('write', (tx) => repo.planFiles(tx, found.id, files)),
      progress: (percent) => stepTask(ctx, found.task_id, { stage: 'unpacking', done: percent, total: 100 }),
    });
    await ctx.run('write', (tx) => save(tx, found, sha256, unpacked));
  } finally {
    await rm(path, { force: true });
  }
};

/** Copies the upload to this machine, because an archive is read at random; returns its hash. */
const fetchUpload = async (ctx: JobCtx, key: string, path: string): Promise<string> => {
  const hash = createHash('sha256');
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(await ctx.platform.files.read(key), counted, createWriteStream(path), { signal: ctx.signal });
  return hash.digest('hex');
};

/** Stores the package and creates or changes the course. */
const save = async (tx: Tx, found: repo.Import, sha256: string, unpacked: Unpacked | null): Promise<void> => {
  if (await recordTaskProgress(tx, found.task_id, { stage: 'saving' })) throw new AppError('common.conflict');
  await repo.lockFile(tx, sha256);
  const still = await repo.lockPackageImport(tx, found.id);
  if (still?.status !== 'waiting') return;
  const { file_name: fileName, created_by: createdBy } = found;
  const kept = await keepPackage(tx, { fileName, sha256, createdBy }, unpacked);
  const applied = await applyToCourse(tx, found, kept.id, kept.title);
  await repo.endImport(tx, found.id, 'done');
  await removeKeys(tx, [found.upload_key]);
  const result = { ...applied, package_id: kept.id, warnings: kept.report.warnings.length };
  await endTask(tx, found.task_id, { status: 'success', result });
};

type PackageFile = { readonly fileName: string; readonly sha256: string; readonly createdBy: string };
/** Inserts an unpacked package, unless the same file was imported before: then that package is used, and the new files are removed. */
export const keepPackage = async (tx: Tx, file: PackageFile, unpacked: Unpacked | null) => {
  await repo.lockFile(tx, file.sha256);
  const existing = await repo.findPackageByFile(tx, file.sha256);
  if (existing) {
    await removeKeys(tx, unpacked?.files.map(({ key }) => key) ?? []);
    return { id: existing.id, title: existing.title, report: existing.report as ScormReport };
  }
  if (!unpacked) throw new Error('the package was deleted meanwhile'); // the next attempt unpacks it
  const title = (unpacked.manifest.title || file.fileName.replace(/\.[^.]*$/, '')).slice(0, 255);
  const id = await repo.insertPackage(tx, { title, ...file, ...unpacked }, unpacked.files);
  return { id, title, report: unpacked.report };
};

const applyToCourse = async (tx: Tx, found: repo.Import, packageId: string, title: string) => {
  const act = { actorId: found.created_by, actorName: found.actor_name };
  if (found.course_id === null) {
    const name = found.title || title;
    const id = await createScormCourse(tx, { title: name, language: found.language as Language, packageId });
    await writeAudit(tx, { ...act, action: 'course.imported' }, { kind: 'course', id, title: name });
    return { course_id: id, moved: 0 };
  }
  const earlier = await replacePackage(tx, found.course_id, packageId);
  const moved = found.move_open ? await moveOpen(tx, found.course_id, { earlier, packageId }) : 0;
  const before = earlier === null ? undefined : await repo.findFileName(tx, earlier);
  const changes = { package: [before?.file_name ?? null, found.file_name] } as const;
  await writeAudit(
    tx,
    { ...act, action: 'course.package_replaced' },
    {
      kind: 'course',
      id: found.course_id,
      title,
      changes,
      ...(found.move_open ? { details: { affected: moved } } : {}),
    },
  );
  return { course_id: found.course_id, moved };
};

/**
 * Moves the open assignments of a course to its new package and ends the players that still record for an earlier one. Finished
 * attempts keep their package (decision 0218). Returns the number of people.
 */
const moveOpen = async (
  tx: Tx,
  courseId: string,
  { earlier, packageId }: { earlier: string | null; packageId: string },
): Promise<number> => {
  const rules = {
    earlier: earlier === null ? null : await repo.findProposedRule(tx, earlier),
    next: await repo.findProposedRule(tx, packageId),
  };
  const people = await moveToPublished(tx, courseId, rules);
  await supersedeOpen(tx, courseId, packageId);
  return people;
};

/** Deletes bytes of the file store after the commit. */
export const removeKeys = (tx: Tx, keys: readonly string[]): Promise<void> => {
  const parts: { keys: string[] }[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_JOB)
    parts.push({ keys: keys.slice(from, from + KEYS_PER_JOB) });
  return parts.length > 0 ? enqueueMany(tx, 'files.remove-bytes', parts) : Promise.resolve();
};

/** Ends an import without a result: removes the upload and the files that were stored so far. */
export const failImport = async (
  tx: Tx,
  importId: string,
  reason: { readonly message: string; readonly detail?: string },
): Promise<void> => {
  const found = await repo.lockPackageImport(tx, importId);
  if (found?.status !== 'waiting') return;
  await repo.endImport(tx, importId, 'failed');
  const stored = Array.from({ length: found.files_planned }, (_, index) => repo.storageKey(importId, index));
  await removeKeys(tx, [found.upload_key, ...stored]);
  await endTask(tx, found.task_id, { status: 'error', ...reason });
};
