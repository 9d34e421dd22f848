import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { writeArchive } from '../files/public.ts';
import { findPackageFiles } from './packages.query.ts';

type StoredPackage = Awaited<ReturnType<typeof findPackPackage>>;
/** A package that a course of a content pack plays, with its stored files. */
export const findPackPackage = async (tx: Tx, id: string) => {
  const found = await findPackageFiles(tx, id);
  if (!found) throw new Error(`the package ${id} of a course is missing`);
  return found;
};

/** The same package gives the same archive whenever it is written, so that an import recognises it. */
const MTIME = new Date(2020, 0, 1);

/**
 * Writes a stored package as a ZIP archive that any tool reads, its manifest at the root: the uploaded file is not kept. Holds
 * one part of one file in memory. Returns size and SHA-256 of the archive.
 */
export const writePackageZip = async (
  platform: Platform,
  { files }: StoredPackage,
  path: string,
): Promise<{ size: number; sha256: string }> => {
  await writeArchive(path, async (zip) => {
    for (const file of files)
      zip.addReadStreamLazy(file.path, { size: Number(file.size), mtime: MTIME }, (give) => {
        platform.files.read(file.storage_key).then(
          (stream) => give(null, stream),
          (error: Error) => give(error, Readable.from([])),
        );
      });
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { size: (await stat(path)).size, sha256: hash.digest('hex') };
};
