import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SheetError } from './sheet-types.ts';

export type ZipLimits = {
  readonly maxEntries: number;
  readonly maxInflated: number;
  /** Maximum ratio of inflated to packed size, for parts above `ratioFrom` bytes only: small XML packs very well. */
  readonly maxRatio: number;
  readonly ratioFrom: number;
};

export const zipLimits: ZipLimits = {
  maxEntries: 2000,
  maxInflated: 400 * 1024 * 1024,
  maxRatio: 200,
  ratioFrom: 32 * 1024 * 1024,
};

export type Archive = {
  /** The names of all entries, in lower case. */
  names: readonly string[];
  has: (name: string) => boolean;
  stream: (name: string) => Promise<Readable>;
  close: () => void;
};

/**
 * Opens an archive after scanning all of it: first names, kinds and flags of the directory, then the inflated size of every
 * part, because the sizes in the directory are only a claim. Nothing is written to disk or kept in memory.
 */
export const openArchive = async (path: string, limits: ZipLimits = zipLimits): Promise<Archive> => {
  const zip = await opening(path);
  try {
    const entries = await listEntries(zip, limits);
    let inflated = 0;
    for (const entry of entries.values()) inflated += await measure(zip, entry, limits, inflated);
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name.toLowerCase()),
      stream: (name) => {
        const entry = entries.get(name.toLowerCase());
        if (!entry) throw new SheetError('broken', { detail: `missing ${name.slice(0, 80)}` });
        return zip.openReadStreamPromise(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw asSheetError(error);
  }
};

const opening = async (path: string) => {
  try {
    // Some writers use backslashes in names; yauzl converts them to slashes and then validates the names.
    return await openPromise(path, { autoClose: false, validateEntrySizes: true, strictFileNames: false });
  } catch {
    throw new SheetError('not_xlsx');
  }
};

const listEntries = async (zip: ZipFile, limits: ZipLimits) => {
  if (zip.entryCount > limits.maxEntries)
    throw new SheetError('unsafe', { detail: 'entries', limit: limits.maxEntries });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Names are compared without case, because names that differ only in case are the same file on Windows.
    const name = entry.fileName.toLowerCase();
    const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
    if (kind === 0o120000) throw new SheetError('unsafe', { detail: 'link' });
    if (entries.has(name)) throw new SheetError('unsafe', { detail: 'duplicate' });
    if (entry.generalPurposeBitFlag & 1) throw new SheetError('encrypted');
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
      throw new SheetError('unsafe', { detail: 'method' });
    entries.set(name, entry);
  }
  return entries;
};

/** Parts that are parsed. Printer settings written on a Mac contain a DOCTYPE, and nobody reads them. */
const XML = /\.(xml|rels|vml)$/i;

const measure = async (zip: ZipFile, entry: Entry, limits: ZipLimits, before: number) => {
  if (entry.fileName.endsWith('/')) return 0;
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size === 0 && XML.test(entry.fileName) && chunk.subarray(0, 1024).includes('<!DOCTYPE'))
        throw new SheetError('unsafe', { detail: 'doctype' });
      size += chunk.length;
      if (before + size > limits.maxInflated)
        throw new SheetError('unsafe', { detail: 'bomb', limit: limits.maxInflated });
      if (size > limits.ratioFrom && size > entry.compressedSize * limits.maxRatio)
        throw new SheetError('unsafe', { detail: 'bomb' });
    }
  } finally {
    stream.destroy();
  }
  return size;
};

const asSheetError = (error: unknown) => {
  if (error instanceof SheetError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/encrypt/i.test(message)) return new SheetError('encrypted');
  if (/absolute path|invalid relative path|invalid characters in fileName|too many bytes/i.test(message)) {
    return new SheetError('unsafe', { detail: /too many bytes/i.test(message) ? 'sizes' : 'path' });
  }
  return new SheetError('broken', { detail: 'zip' });
};
