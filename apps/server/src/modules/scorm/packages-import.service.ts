import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline as pipe, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pagesOf, proposedRule } from '@sergak/contract/scorm/completion.rules.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { CompletionRule, ScormManifest, ScormReport, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { scratchPath } from '../../platform/files.ts';
import { enqueueMany, type JobCtx } from '../../platform/jobs.ts';
import { recordTaskProgress, endTask, stepTask } from '../../platform/tasks.ts';
import { moveToPublished } from '../learning/public.ts';
import { createScormCourse, replacePackage } from '../library/public.ts';
import { checkScormPackage, type CheckedPackage } from './packages-check.ts';
import { ScormPackageError } from './packages-error.ts';
import { reachedPages } from './packages-pages.ts';
import { createContentScan, type ContentScan } from './packages-scan.ts';
import * as repo from './packages.repo.ts';
import { supersedeOpen } from './runtime.repo.ts';
import { openArchive, type Archive } from './zip-directory.ts';

/** Thrown when the process stops: the import is repeated after the restart. */
export class ImportInterrupted extends Error {}

/** Bytes between two reports of progress. */
const STEP_BYTES = 16_000_000;
/** Files between two reports of progress. */
const STEP_FILES = 200;
const KEYS_PER_JOB = 1_000;

type Unpacked = {
  readonly manifest: ScormManifest;
  readonly report: ScormReport;
  readonly rule: CompletionRule;
  readonly files: repo.NewPackageFile[];
};

/** Imports an uploaded package: checks it, stores its files, then creates or changes the course in one transaction. */
export const importPackageFile = async (ctx: JobCtx, importId: string): Promise<void> => {
  const found = await ctx.run('read', (tx) => repo.findPackageImport(tx, importId));
  if (found?.status !== 'waiting') return;
  const path = scratchPath(ctx.platform.files, '.package');
  try {
    await stepTask(ctx, found.task_id, { stage: 'checking' });
    const sha256 = await fetchUpload(ctx, found.upload_key, path);
    const existing = await ctx.run('read', (tx) => repo.findPackageByFile(tx, sha256));
    const unpacked = existing ? null : await unpack(ctx, found, path);
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

const unpack = async (ctx: JobCtx, found: repo.Import, path: string): Promise<Unpacked> => {
  const archive = await openArchive(path);
  try {
    const checked = await checkScormPackage(archive);
    await ctx.run('write', (tx) => repo.planFiles(tx, found.id, checked.files.length));
    const scan = createContentScan();
    const files = await storeFiles(ctx, found, { archive, checked, scan });
    const warnings = [...checked.warnings, ...scan.warnings(checked.manifest)];
    const pages = reachedPages(
      checked.manifest,
      scan.named(),
      files.map((file) => file.path),
    );
    const manifest = pages ? { ...checked.manifest, pages } : checked.manifest;
    const rule = proposedRule(manifest, scan.callsApi());
    return { manifest, files, rule, report: { ...reportOf(manifest, files, warnings), hosts: scan.hosts() } };
  } finally {
    archive.close();
  }
};

const reportOf = (
  manifest: ScormManifest,
  files: readonly repo.NewPackageFile[],
  warnings: ScormWarning[],
): ScormReport => ({
  standard: manifest.standard,
  edition: manifest.edition,
  organization: manifest.title || manifest.organization,
  scos: launchableItems(manifest.items).map((item) => ({
    title: item.title,
    launch: item.launch!,
    type: item.type ?? 'asset',
  })),
  size: files.reduce((sum, file) => sum + file.size, 0),
  files_count: files.length,
  pages_count: pagesOf(manifest).length,
  warnings,
});

type Storing = { readonly archive: Archive; readonly checked: CheckedPackage; readonly scan: ContentScan };

/** Streams every file of the archive into the file store, one after the other. */
const storeFiles = async (ctx: JobCtx, found: repo.Import, { archive, checked, scan }: Storing) => {
  const total = Math.max(
    1,
    checked.files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0),
  );
  const percent = (bytes: number) => Math.round((100 * bytes) / total);
  const stored: repo.NewPackageFile[] = [];
  let [done, reported] = [0, 0];
  await stepTask(ctx, found.task_id, { stage: 'unpacking', done: 0, total: 100 });
  for (const { path, entry } of checked.files) {
    if (ctx.signal.aborted) throw new ImportInterrupted();
    const key = repo.storageKey(found.id, stored.length);
    const size = entry.uncompressedSize;
    await storeFile(ctx, await archive.stream(entry), { key, path, size, scan });
    stored.push({ path, size, key });
    done += size;
    if (done - reported < STEP_BYTES && stored.length % STEP_FILES !== 0) continue;
    reported = done;
    await stepTask(ctx, found.task_id, { done: percent(done) });
  }
  return stored;
};

const storeFile = async (
  ctx: JobCtx,
  source: Readable,
  file: { key: string; path: string; size: number; scan: ContentScan },
): Promise<void> => {
  const watch = file.scan.watch(file.path);
  const bytes = watch ? pipe(source, watch, () => undefined) : source;
  try {
    await ctx.platform.files.putStream(file.key, bytes, file.size);
  } catch (error) {
    // Errors of the file store are ours; any other error is of the archive: wrong sizes, a broken stream.
    throw error instanceof AppError ? error : new ScormPackageError('damaged', [file.path]);
  }
};

/** Inserts the package, unless the same file was imported before, and creates or changes the course. */
const save = async (tx: Tx, found: repo.Import, sha256: string, unpacked: Unpacked | null): Promise<void> => {
  if (await recordTaskProgress(tx, found.task_id, { stage: 'saving' })) throw new AppError('common.conflict');
  await repo.lockFile(tx, sha256);
  const still = await repo.lockPackageImport(tx, found.id);
  if (still?.status !== 'waiting') return;
  const existing = await repo.findPackageByFile(tx, sha256);
  if (!existing && !unpacked) throw new Error('the package was deleted meanwhile'); // the next attempt unpacks it
  const title = (unpacked?.manifest.title || existing?.title || found.file_name.replace(/\.[^.]*$/, '')).slice(0, 255);
  const { id: packageId } = existing ?? {
    id: await repo.insertPackage(
      tx,
      { title, fileName: found.file_name, sha256, ...unpacked!, createdBy: found.created_by },
      unpacked!.files,
    ),
  };
  const applied = await applyToCourse(tx, found, packageId, title);
  await repo.endImport(tx, found.id, 'done');
  const ours = existing && unpacked ? unpacked.files.map((file) => file.key) : [];
  await removeKeys(tx, [found.upload_key, ...ours]);
  const warnings = (unpacked?.report ?? (existing!.report as ScormReport)).warnings.length;
  const result = { ...applied, package_id: packageId, warnings };
  await endTask(tx, found.task_id, { status: 'success', result });
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
