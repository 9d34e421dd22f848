import { pipeline as pipe, type Readable } from 'node:stream';
import { pagesOf, proposedRule } from '@sergak/contract/scorm/completion.rules.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { CompletionRule, ScormManifest, ScormReport, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { checkScormPackage, type CheckedPackage } from './packages-check.ts';
import { ScormPackageError } from './packages-error.ts';
import { reachedPages } from './packages-pages.ts';
import { createContentScan, type ContentScan } from './packages-scan.ts';
import * as repo from './packages.repo.ts';
import { openArchive, type Archive } from './zip-directory.ts';

/** Thrown when the process stops: the import is repeated after the restart. */
class ImportInterrupted extends Error {}

/** Bytes between two reports of progress. */
const STEP_BYTES = 16_000_000;
/** Files between two reports of progress. */
const STEP_FILES = 200;

/** A checked package whose files are in the store, without a row that names them. */
export type Unpacked = {
  readonly manifest: ScormManifest;
  readonly report: ScormReport;
  readonly rule: CompletionRule;
  readonly files: repo.NewPackageFile[];
};
type Unpacking = {
  /** The keys of the stored files hold it: a repeated import overwrites them. */
  readonly importId: string;
  /** Called once the package is checked, before a file is stored, with their number and unpacked bytes. */
  readonly planned: (plan: { files: number; bytes: number }) => Promise<unknown>;
  /** Called with the key of each file before it is stored. */
  readonly stores?: (key: string) => void;
  readonly progress: (percent: number) => Promise<void>;
};

/** {@link unpackPackage}, or null if the organisation has a package of the same file. */
export const unpackNew = async (
  ctx: JobCtx,
  path: string,
  sha256: string,
  into: Unpacking,
): Promise<Unpacked | null> => {
  const existing = await ctx.run('read', (tx) => repo.findPackageByFile(tx, sha256));
  return existing ? null : unpackPackage(ctx, path, into);
};

/** Checks a package on the disk and streams its files into the file store. Throws {@link ScormPackageError} if it is rejected. */
const unpackPackage = async (ctx: JobCtx, path: string, into: Unpacking): Promise<Unpacked> => {
  const archive = await openArchive(path);
  try {
    const checked = await checkScormPackage(archive);
    const bytes = checked.files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    await into.planned({ files: checked.files.length, bytes });
    const scan = createContentScan();
    const files = await storeFiles(ctx, into, { archive, checked, scan, bytes });
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

type Storing = {
  readonly archive: Archive;
  readonly checked: CheckedPackage;
  readonly scan: ContentScan;
  readonly bytes: number;
};

/** Streams every file of the archive into the file store, one after the other. */
const storeFiles = async (ctx: JobCtx, into: Unpacking, { archive, checked, scan, bytes }: Storing) => {
  const percent = (done: number) => Math.round((100 * done) / Math.max(1, bytes));
  const stored: repo.NewPackageFile[] = [];
  let [done, reported] = [0, 0];
  await into.progress(0);
  for (const { path, entry } of checked.files) {
    if (ctx.signal.aborted) throw new ImportInterrupted();
    const key = repo.storageKey(into.importId, stored.length);
    const size = entry.uncompressedSize;
    into.stores?.(key);
    await storeFile(ctx, await archive.stream(entry), { key, path, size, scan });
    stored.push({ path, size, key });
    done += size;
    if (done - reported < STEP_BYTES && stored.length % STEP_FILES !== 0) continue;
    reported = done;
    await into.progress(percent(done));
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
