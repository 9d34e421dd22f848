import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipPart = { readonly name: string; readonly data: AsyncIterable<string> | Iterable<string> };

/** A fixed date makes the same content produce the same bytes. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 4 };

/**
 * Writes an archive to a file or stream while its parts are produced, at the speed of the target. Rejects with the first
 * error of the parts or the target; an unfinished file is removed, because half a workbook looks like a whole one.
 */
export const writeZip = async (target: string | Writable, parts: AsyncIterable<ZipPart>): Promise<void> => {
  const zip = new ZipFile();
  const stop = new AbortController();
  const bytes = zip.outputStream as Readable;
  const write = pipeline(bytes, typeof target === 'string' ? createWriteStream(target) : target);
  const [written, filled] = await Promise.allSettled([
    write.finally(() => stop.abort()),
    addParts(zip, parts, stop.signal).catch((error: Error) => {
      bytes.destroy(error);
      throw error;
    }),
  ]);
  const failed = [written, filled].find((outcome) => outcome.status === 'rejected');
  if (!failed) return;
  if (typeof target === 'string') await rm(target, { force: true });
  throw failed.reason;
};

/** Adds one part after the other: which parts follow is known only once the rows of the last one have been read. */
const addParts = async (zip: ZipFile, parts: AsyncIterable<ZipPart>, stop: AbortSignal) => {
  for await (const { name, data } of parts) {
    const source = addAbortSignal(stop, Readable.from(data, { objectMode: true, highWaterMark: 2 }));
    zip.addReadStream(source, name, options);
    await finished(source);
  }
  zip.end();
};
