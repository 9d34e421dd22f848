import { buffer } from 'node:stream/consumers';
import type { ScormManifest, ScormWarning } from '@sergak/contract/scorm/scorm.schema.ts';
import { linkManifest, warning } from './manifest-links.ts';
import { readManifest, referencedPaths } from './manifest.ts';
import { decodeXml, MANIFEST_BYTES_MAX } from './manifest-xml.ts';
import { nameEntries, normalPath, type NamedEntry } from './names.ts';
import { ScormPackageError } from './packages-error.ts';
import type { Archive, RawEntry } from './zip-directory.ts';

export type CheckedPackage = {
  readonly manifest: ScormManifest;
  /** The files to store; paths are relative to the manifest. */
  readonly files: readonly NamedEntry[];
  readonly warnings: readonly ScormWarning[];
};

const MANIFEST_NAME = /(^|[\\/])imsmanifest\.xml$/i;
const HIDDEN = /(^|[\\/])__MACOSX[\\/]/;

/** The manifest nearest to the root. Its name is ASCII, so that it is found before the names are decoded. */
const findManifest = (entries: readonly RawEntry[]): RawEntry => {
  const found = entries
    .map((raw) => ({ raw, text: raw.name.toString('latin1') }))
    .filter(({ text }) => MANIFEST_NAME.test(text) && !HIDDEN.test(text))
    .map(({ raw, text }) => ({ raw, text, depth: text.split(/[\\/]/).filter((part) => part !== '.').length }));
  const nearest = Math.min(...found.map(({ depth }) => depth));
  const candidates = found.filter(({ depth }) => depth === nearest);
  if (candidates.length === 0) throw new ScormPackageError('manifest_missing');
  if (candidates.length > 1)
    throw new ScormPackageError(
      'manifest_ambiguous',
      candidates.map(({ text }) => text),
    );
  return candidates[0]!.raw;
};

const readBytes = async (archive: Archive, { entry }: RawEntry): Promise<Buffer> => {
  if (entry.uncompressedSize > MANIFEST_BYTES_MAX) throw new ScormPackageError('manifest_too_large');
  try {
    return await buffer(await archive.stream(entry));
  } catch {
    throw new ScormPackageError('damaged', [entry.fileName.toString()]);
  }
};

/** Moves the folder of the manifest to the root. Files outside of it are left out. */
const reroot = (files: readonly NamedEntry[], folder: string) => {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = files.filter(({ path }) => path.startsWith(prefix));
  return {
    files: inside.map(({ path, entry }) => ({ path: path.slice(prefix.length), entry })),
    outside: files.filter(({ path }) => !path.startsWith(prefix)).map(({ path }) => path),
  };
};

/** Checks a package without unpacking it: names, manifest, and whether everything that it launches is there. */
export const checkScormPackage = async (archive: Archive): Promise<CheckedPackage> => {
  const found = findManifest(archive.entries);
  const stated = readManifest(decodeXml(await readBytes(archive, found)));
  const { files, encoding, junk } = nameEntries(archive.entries, referencedPaths(stated));
  const own = files.find(({ entry }) => entry === found.entry);
  const folder = own ? normalPath(own.path).split('/').slice(0, -1).join('/') : '';
  const rooted = reroot(files, folder);
  const { manifest, warnings } = linkManifest(
    stated,
    rooted.files.map(({ path }) => path),
  );
  return {
    manifest,
    files: rooted.files,
    warnings: [
      ...warnings,
      ...(folder === '' ? [] : warning('rerooted', [folder])),
      ...(encoding === 'utf-8' ? [] : warning('name_encoding', [encoding])),
      ...warning('file_skipped', [...rooted.outside, ...junk]),
    ],
  };
};
