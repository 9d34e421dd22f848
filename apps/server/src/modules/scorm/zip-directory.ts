import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ScormPackageError } from './packages-error.ts';

/** Limits of a package. The ratio is that of the unpacked size to the size of the archive. */
export const zipLimits = {
  entries: 10_000,
  unpacked: 4_000_000_000,
  ratio: 200,
  /** Below this unpacked size the ratio is not checked: short text packs very well. */
  ratioFrom: 50_000_000,
} as const;

/** A file of the archive, its name as the raw bytes of the directory. */
export type RawEntry = { readonly entry: Entry; readonly name: Buffer };
export type Archive = {
  readonly entries: readonly RawEntry[];
  /** The unpacked bytes. Reading fails with `damaged` if their number differs from the directory. */
  stream(entry: Entry): Promise<Readable>;
  close(): void;
};

const S_IFMT = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;

/**
 * Opens an archive and checks its directory: size, number, kind and encryption of the entries. Nothing is unpacked, and the
 * archive is read from disk as needed.
 */
export const openArchive = async (path: string, limits = zipLimits): Promise<Archive> => {
  await checkSignature(path);
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch(
    () => {
      throw new ScormPackageError('truncated'); // the directory is at the end of the file
    },
  );
  try {
    return {
      entries: await listEntries(zip, limits),
      stream: (entry) =>
        zip.openReadStreamPromise(entry).catch(() => {
          throw new ScormPackageError('damaged');
        }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ScormPackageError ? error : new ScormPackageError('damaged');
  }
};

const checkSignature = async (path: string): Promise<void> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) throw new ScormPackageError('empty');
    const signature = buffer.toString('latin1', 0, bytesRead);
    if (signature === 'PK\x05\x06') throw new ScormPackageError('empty');
    if (signature !== 'PK\x03\x04') throw new ScormPackageError('not_a_zip');
  } finally {
    await file.close();
  }
};

const listEntries = async (zip: ZipFile, limits: typeof zipLimits): Promise<RawEntry[]> => {
  if (zip.entryCount > limits.entries) throw new ScormPackageError('too_many_files');
  const found: RawEntry[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    // Without `decodeStrings` the name is a buffer, whatever the type says.
    const name = entry.fileName as unknown as Buffer;
    checkEntry(entry, name);
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpacked) throw new ScormPackageError('zip_bomb');
    if (unpacked > limits.ratioFrom && unpacked > zip.fileSize * limits.ratio) throw new ScormPackageError('zip_bomb');
    if (!isFolder(name)) found.push({ entry, name });
  }
  if (found.length === 0) throw new ScormPackageError('empty');
  return found;
};

const SLASHES = [0x2f, 0x5c];
const isFolder = (name: Buffer): boolean => name.length === 0 || SLASHES.includes(name[name.length - 1]!);

const checkEntry = (entry: Entry, name: Buffer): void => {
  const place = () => [name.toString('utf8')];
  // Bit 0: encrypted, bit 6: strong encryption, bit 13: the directory is encrypted.
  if ((entry.generalPurposeBitFlag & 0x2041) !== 0) throw new ScormPackageError('encrypted', place());
  const kind = (entry.externalFileAttributes >>> 16) & S_IFMT;
  if (kind !== 0 && kind !== REGULAR && kind !== DIRECTORY) throw new ScormPackageError('link', place());
  if (!isFolder(name) && entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new ScormPackageError('compression_unknown', place());
};
