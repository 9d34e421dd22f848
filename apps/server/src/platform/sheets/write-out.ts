import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Pours pieces into a file or stream at its speed. A file that could not be finished is removed: half a table looks whole. */
export const writeOut = async (target: string | Writable, pieces: AsyncIterable<string | Buffer>) => {
  const source = Readable.from(pieces, { objectMode: true, highWaterMark: 2 });
  if (typeof target !== 'string') return pipeline(source, target);
  try {
    await pipeline(source, createWriteStream(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
};
