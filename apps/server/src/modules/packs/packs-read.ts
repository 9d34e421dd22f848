import { buffer } from 'node:stream/consumers';
import {
  MANIFEST_BYTES_MAX,
  PACK_FILES_MAX,
  PACK_FORMAT,
  PACK_UNPACKED_MAX,
  PACK_VERSION,
  type PackRejection,
} from '@sergak/contract/packs/packs.rules.ts';
import { packManifest, type PackFile, type PackManifest } from '@sergak/contract/packs/packs.schema.ts';
import type { ScormRejection } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Archive } from '../scorm/public.ts';
import { openArchive, ScormPackageError, zipLimits } from '../scorm/public.ts';
import { PackError } from './packs-error.ts';

const MANIFEST = 'manifest.json';
const NAME = /^(?:manifest\.json|files\/[0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

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
  /** The bytes of a file of the pack. */
  readonly read: (file: PackFile) => Promise<Buffer>;
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

/** Opens a pack and checks its directory and manifest. No file is unpacked. */
export const openPack = async (path: string): Promise<OpenPack> => {
  const limits = { ...zipLimits, entries: PACK_FILES_MAX + 1, unpacked: PACK_UNPACKED_MAX };
  const archive = await openArchive(path, limits as typeof zipLimits).catch((error: unknown) => {
    throw rejection(error);
  });
  try {
    const entries = namedEntries(archive);
    const bytesOf = async (name: string): Promise<Buffer> => {
      const entry = entries.get(name);
      if (!entry) throw new PackError(name === MANIFEST ? 'manifest_missing' : 'file_missing', [name]);
      return buffer(await archive.stream(entry)).catch(() => {
        throw new PackError('damaged', [name]);
      });
    };
    const listed = entries.get(MANIFEST);
    if (listed && listed.uncompressedSize > MANIFEST_BYTES_MAX) throw new PackError('too_large', [MANIFEST]);
    const manifest = parseManifest(await bytesOf(MANIFEST));
    const ids = manifest.files.map((file) => file.id);
    if (new Set(ids).size < ids.length) throw new PackError('manifest_invalid', ['files']);
    for (const file of manifest.files) if (!entries.has(file.path)) throw new PackError('file_missing', [file.path]);
    return { manifest, read: (file) => bytesOf(file.path), close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw rejection(error);
  }
};
