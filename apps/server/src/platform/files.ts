import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { HOUR, now } from './clock.ts';
import { AppError } from './errors.ts';
import { countBytes, openDisk, sentBytes, StoredWrong, type ByteRange, type SentBytes } from './file-disk.ts';
import type { Log } from './log.ts';

export type { ByteRange } from './file-disk.ts';

/** Stores bytes in a folder or, if configured, in S3. Keys are uuids; names and types are in the `files` table. */
export type FileStore = {
  put(bytes: Buffer): Promise<string>;
  /** Stores a finished file: S3 needs the length beforehand, so a stream cannot be stored. */
  putFile(path: string): Promise<string>;
  /** Stores a stream of known length under a key of the caller; an earlier file of this key is replaced. */
  putStream(key: string, source: Readable, size: number): Promise<void>;
  /** The bytes of a file, or a part of them. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  bytes(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** A folder of this machine for uploads and unfinished results. */
  readonly scratch: string;
};

/** Advice for the operator, by error code of the storage. */
const advice: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'S3 does not know the access key: check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3 rejects the signature: check S3_SECRET_ACCESS_KEY',
  AccessDenied: 'S3 rejects access: the key needs to get, put and delete objects of the bucket, and to list it',
  Forbidden: 'S3 rejects access: check the key, its secret and its rights to the bucket', // a HEAD answer carries no other code
  NoSuchBucket: 'S3 has no such bucket: check S3_BUCKET',
  CredentialsProviderError: 'there are no S3 credentials: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  StoredWrong: 'S3 stores other bytes than it receives: check the server and each proxy before it, and run the doctor',
  ENOSPC: 'the disk is full: free space in the data folder',
  EACCES: 'the data folder may not be read or written: check its owner',
};
const missing = new Set(['ENOENT', 'NoSuchKey']);

type Cause = Error & { readonly code?: string; readonly $metadata?: { readonly httpStatusCode?: number } };
/** The storage's own error, unwrapped from the errors that flydrive adds. */
const innermost = (error: unknown): Cause => {
  let found = error as Cause;
  while (found.cause instanceof Error) found = found.cause as Cause;
  return found;
};

/**
 * A failing storage is not the caller's fault and may be temporary: 503, and the log gives the reason. A missing file
 * is the same 404 on a disk and on S3.
 */
const rejection = (error: unknown, log: Log): AppError => {
  if (error instanceof AppError) return error;
  const cause = innermost(error);
  const words = [cause.code, cause.name].filter((word) => word !== undefined && word !== 'Error');
  if (cause.$metadata?.httpStatusCode === 403) words.push('Forbidden');
  if (words.some((word) => missing.has(word!))) return new AppError('file.not_found');
  if (error instanceof StoredWrong) words.push('StoredWrong');
  const errorCode = words.find((word) => Object.hasOwn(advice, word!));
  log.error(
    { reason: words.join(' '), detail: cause.message },
    `the file storage failed: ${errorCode ? advice[errorCode] : 'see the reason'}`,
  );
  return new AppError('server.unavailable', undefined, 5);
};

export const openFiles = async (config: Config, log: Log): Promise<FileStore> => {
  const { disk, readPart, compare } = await openDisk(config);
  const stored = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw rejection(error, log);
    }
  };
  /** Compares what is stored with what was sent; wrong bytes are deleted. */
  const requireSame = (name: string, sent: SentBytes) =>
    compare(name, sent).catch(async (error: unknown) => {
      if (error instanceof StoredWrong) await disk.delete(name);
      throw error;
    });
  const send = async (name: string, source: Readable, contentLength: number) => {
    const counted = countBytes(source);
    await disk.putStream(name, counted.stream, { contentLength });
    await requireSame(name, counted.sent());
  };
  /** Unlike a stream, bytes can be sent again after a lost connection. */
  const sendBytes = async (name: string, bytes: Buffer) => {
    await disk.put(name, bytes);
    await requireSame(name, sentBytes(bytes));
  };
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
      await stored(() => sendBytes(name, bytes));
      return name;
    },
    async putFile(path) {
      const name = key();
      const { size } = await stat(path);
      await stored(() => (size === 0 ? sendBytes(name, Buffer.alloc(0)) : send(name, createReadStream(path), size)));
      return name;
    },
    async putStream(name, source, size) {
      let fault: Error | undefined;
      source.once('error', (error) => (fault = error));
      try {
        await send(name, source, size);
      } catch (error) {
        // An error of the source is reported as it is: only errors of the storage are ours.
        if (fault && innermost(error) === fault && !('syscall' in fault)) throw fault;
        throw rejection(error, log);
      }
    },
    read: (name, range) =>
      stored(async () => whenReadable(await (range ? readPart(name, range) : disk.getStream(name)))),
    // Not getBytes: for a folder it returns the whole memory pool behind a short file.
    bytes: (name) => stored(async () => buffer(await whenReadable(await disk.getStream(name)))),
    remove: (name) => stored(() => disk.delete(name)),
    exists: (name) => stored(() => disk.exists(name)),
  };
  return store;
};

/**
 * Waits for the first bytes, so that a missing file fails the call. Without waiting, the stream would fail before it
 * has an error listener and end the process.
 */
const whenReadable = (stream: Readable): Promise<Readable> =>
  new Promise((done, fail) => {
    stream.once('error', fail);
    const ready = () => {
      stream.on('error', () => undefined); // the sender handles later errors; this listener only covers the gap before
      done(stream);
    };
    stream.once('readable', ready);
    stream.once('end', ready); // an empty file may have ended already
  });

/** A fresh path in the scratch folder. */
export const scratchPath = (store: FileStore, ending: string): string =>
  join(store.scratch, `${randomUUID()}${ending}`);

/** Longer than any request or job that uses a file of the scratch folder. */
const SCRATCH_LIFE_MS = 6 * HOUR;

/** Deletes files and folders that a killed process left in the scratch folder. Safe to run twice. */
export const sweepScratch = async ({ scratch }: Pick<FileStore, 'scratch'>): Promise<void> => {
  const oldest = now().getTime() - SCRATCH_LIFE_MS;
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name);
    const found = await stat(path).catch(() => null); // its owner may have deleted it by now
    if (found && found.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
};
