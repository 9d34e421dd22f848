import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';
import { AppError } from './errors.ts';

/** Where bytes lie: a folder, or S3 by configuration. Keys are uuids; names and types are kept in the `files` table. */
export type FileStore = {
  put(bytes: Buffer | Readable): Promise<string>;
  putFile(path: string): Promise<string>;
  read(key: string): Promise<Readable>;
  bytes(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A folder of this machine for uploads and half-made results. */
  readonly scratch: string;
};

const openDisk = async (config: Config): Promise<Disk> => {
  if (!config.s3) return new Disk(new FSDriver({ location: resolve(config.dataDir, 'files'), visibility: 'private' }));
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { accessKeyId, secretAccessKey, ...s3 } = config.s3;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      endpoint: s3.endpoint,
      credentials,
      forcePathStyle: Boolean(s3.endpoint),
      visibility: 'private',
      supportsACL: false,
    }),
  );
};

export const openFiles = async (config: Config): Promise<FileStore> => {
  const disk = await openDisk(config);
  const scratch = resolve(config.dataDir, 'scratch');
  await mkdir(scratch, { recursive: true });
  const key = () => {
    const name = randomUUID();
    return `${name.slice(0, 2)}/${name}`;
  };
  const store: FileStore = {
    scratch,
    async put(bytes) {
      const name = key();
      if (Buffer.isBuffer(bytes)) await disk.put(name, bytes);
      else await disk.putStream(name, bytes);
      return name;
    },
    putFile: (path) => store.put(createReadStream(path)),
    read: async (name) => whenReadable(await disk.getStream(name)),
    bytes: async (name) => Buffer.from(await disk.getBytes(name)),
    remove: (name) => disk.delete(name),
    exists: (name) => disk.exists(name),
  };
  return store;
};

/**
 * Waits for the first bytes, so that a file that is gone is an answer of the call. Left to itself, the stream would fail
 * while nobody listens to it yet, and take the whole process along.
 */
const whenReadable = (stream: Readable): Promise<Readable> =>
  new Promise((done, fail) => {
    stream.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ENOENT' ? new AppError('file.not_found') : error),
    );
    stream.once('readable', () => {
      stream.on('error', () => undefined); // whoever sends it sees the end; nobody may miss the error before
      done(stream);
    });
  });

/** A fresh path in the scratch folder. */
export const scratchPath = (store: FileStore, ending: string): string =>
  join(store.scratch, `${randomUUID()}${ending}`);
