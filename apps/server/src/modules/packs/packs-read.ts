import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  MANIFEST_BYTES_MAX,
  PACK_FILE_BYTES,
  PACK_FILES_MAX,
  PACK_FORMAT,
  PACK_UNPACKED_MAX,
  PACK_VERSION,
  type PackRejection,
} from '@sergak/contract/packs/packs.rules.ts';
import {
  packManifest,
  type PackFile,
  type PackManifest,
  type PackPackage,
} from '@sergak/contract/packs/packs.schema.ts';
import { SCORM_PACKAGE_MAX } from '@sergak/contract/scorm/packages.rules.ts';
import type { ScormRejection } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Archive } from '../scorm/public.ts';
import { openArchive, ScormPackageError, zipLimits } from '../scorm/public.ts';
import { PackError } from './packs-error.ts';

const MANIFEST = 'manifest.json';
const NAME = /^(?:manifest\.json|files\/[0-9a-f-]{36}\.[a-z0-9]{2,5}|packages\/[0-9a-f-]{36}\.zip)$/;

const codes: Partial<Record<ScormRejection, PackRejection>> = {
  empty: 'not_a_zip',
  not_a_zip: 'not_a_zip',
  encrypted: 'encrypted',
  too_many_files: 'too_many_files',
  zip_bomb: 'too_large',
  link: 'path_unsafe',
};
const rejection = (error: unknown): unknown =>
  error instanceof ScormPackageError ? new PackError(codes[error.code] ?? 'damaged', error.places) : error;

export type OpenPack = {
  readonly manifest: PackManifest;
  /** The bytes of a picture, an attachment or captions. */
  readonly bytes: (file: PackFile) => Promise<Buffer>;
  /** Copies a file or package to the disk, a part at a time; returns its SHA-256. */
  readonly copy: (file: PackFile | PackPackage, path: string) => Promise<string>;
  readonly close: () => void;
};

/** The entries of an archive by name. Only the manifest and files of a pack may be in it, each once. */
const namedEntries = (archive: Archive) => {
  const found = new Map<string, Archive['entries'][number]['entry']>();
  for (const { entry, name } of archive.entries) {
    const text = name.toString('utf8');
    if (!NAME.test(text) || found.has(text)) throw new PackError('path_unsafe', [text]);
    found.set(text, entry);
  }
  return found;
};

const parseManifest = (bytes: Buffer): PackManifest => {
  let raw: unknown;
  try {
    raw = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new PackError('manifest_invalid', [MANIFEST]);
  }
  const { format, version } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  if (format !== PACK_FORMAT) throw new PackError('manifest_invalid', ['format']);
  if (typeof version === 'number' && version > PACK_VERSION) throw new PackError('newer_format', [String(version)]);
  const parsed = packManifest.safeParse(raw);
  if (!parsed.success)
    throw new PackError(
      'manifest_invalid',
      parsed.error.issues.map((issue) => issue.path.join('.')),
    );
  return parsed.data;
};

type Entries = ReturnType<typeof namedEntries>;
const entryOf = (entries: Entries, path: string) => {
  const entry = entries.get(path);
  if (!entry) throw new PackError(path === MANIFEST ? 'manifest_missing' : 'file_missing', [path]);
  return entry;
};

/** Every file and package is in the archive and within the limit of its use. */
const checkSizes = (entries: Entries, { files, packages }: PackManifest): void => {
  for (const { path, name, use } of files)
    if (entryOf(entries, path).uncompressedSize > PACK_FILE_BYTES[use]) throw new PackError('too_large', [name]);
  for (const { path, name, size } of packages) {
    const stored = entryOf(entries, path).uncompressedSize;
    if (Math.max(size, stored) > SCORM_PACKAGE_MAX) throw new PackError('too_large', [name]);
    if (size !== stored) throw new PackError('damaged', [name]);
  }
};

/** Ids are unique, and courses play the packages of the pack and no others. */
const checkIds = ({ files, packages, courses, scorm_courses }: PackManifest): void => {
  const unique = (all: readonly { id: string }[]): Set<string> => {
    const ids = new Set(all.map(({ id }) => id));
    if (ids.size < all.length) throw new PackError('manifest_invalid', ['files']);
    return ids;
  };
  unique(files);
  const known = unique(packages);
  const steps = courses.flatMap(({ sections }) => sections.flatMap(({ themes }) => themes.flatMap((one) => one.steps)));
  const played = new Set([
    ...scorm_courses.map((one) => one.package),
    ...steps.flatMap((step) => (step.kind === 'scorm' ? [step.package] : [])),
  ]);
  for (const id of played) if (!known.has(id)) throw new PackError('file_missing', [`packages/${id}.zip`]);
  for (const { id, name } of packages) if (!played.has(id)) throw new PackError('manifest_invalid', [name]);
};

/** Writes a stream to the disk; returns its SHA-256. */
const writeHashed = async (source: Readable, path: string): Promise<string> => {
  const hash = createHash('sha256');
  source.on('data', (part: Buffer) => hash.update(part));
  await pipeline(source, createWriteStream(path));
  return hash.digest('hex');
};

/** Reads an entry; an error of the archive is one of the pack, an error of `take` stays what it is. */
const readEntry = async <T>(
  archive: Archive,
  entry: Parameters<Archive['stream']>[0],
  name: string,
  take: (source: Readable) => Promise<T>,
): Promise<T> => {
  let fault: Error | undefined;
  const source = await archive.stream(entry).catch((error: unknown) => {
    throw rejection(error);
  });
  source.once('error', (error: Error) => (fault = error));
  return take(source).catch((error: unknown) => {
    throw fault && !('syscall' in fault) ? new PackError('damaged', [name]) : error;
  });
};

/** Opens a pack and checks its directory and manifest. No file is unpacked. */
export const openPack = async (path: string): Promise<OpenPack> => {
  const limits = { ...zipLimits, entries: PACK_FILES_MAX + 1, unpacked: PACK_UNPACKED_MAX };
  const archive = await openArchive(path, limits as typeof zipLimits).catch((error: unknown) => {
    throw rejection(error);
  });
  try {
    const entries = namedEntries(archive);
    const listed = entryOf(entries, MANIFEST);
    if (listed.uncompressedSize > MANIFEST_BYTES_MAX) throw new PackError('too_large', [MANIFEST]);
    const manifest = parseManifest(await readEntry(archive, listed, MANIFEST, buffer));
    checkIds(manifest);
    checkSizes(entries, manifest);
    return {
      manifest,
      bytes: ({ path, name }) => readEntry(archive, entryOf(entries, path), name, buffer),
      copy: ({ path, name }, to) =>
        readEntry(archive, entryOf(entries, path), name, (source) => writeHashed(source, to)),
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw rejection(error);
  }
};
