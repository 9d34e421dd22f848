import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';

/** A part of a file: both positions are inclusive and counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number };

export type OpenDisk = {
  readonly disk: Disk;
  readPart(key: string, range: ByteRange): Promise<Readable>;
  /** Throws {@link StoredWrong} if the storage holds other bytes than those that were sent. */
  compare(key: string, sent: SentBytes): Promise<void>;
};
export type SentBytes = {
  readonly size: number;
  /** MD5 in hexadecimal digits, as in the ETag of S3. */ readonly md5: string;
};

/** The storage accepted a file and stored other bytes, for example the framing of a transfer encoding that it does not know. */
export class StoredWrong extends Error {}

export const sentBytes = (bytes: Buffer): SentBytes => ({
  size: bytes.length,
  md5: createHash('md5').update(bytes).digest('hex'),
});

/** Passes bytes through and counts them. `sent` is complete after the last byte. */
export const countBytes = (source: Readable): { readonly stream: Readable; sent(): SentBytes } => {
  const hash = createHash('md5');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  source.once('error', (error) => stream.destroy(error));
  return { stream: source.pipe(stream), sent: () => ({ size, md5: hash.digest('hex') }) };
};

/** Opens the folder or the bucket of the configuration. */
export const openDisk = async (config: Config): Promise<OpenDisk> => {
  if (!config.s3) {
    const location = resolve(config.dataDir, 'files');
    return {
      disk: new Disk(new FSDriver({ location, visibility: 'private' })),
      readPart: async (key, range) => createReadStream(join(location, key), range),
      compare: async () => undefined, // the file system reports what it could not write
    };
  }
  const [{ S3Driver }, { S3Client, GetObjectCommand, HeadObjectCommand }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const { accessKeyId, secretAccessKey, bucket, region, endpoint } = config.s3;
  const client = new S3Client({
    region,
    forcePathStyle: Boolean(endpoint),
    // Otherwise streams are sent as aws-chunked with a checksum trailer, which some servers store as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return {
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    // The library reads whole files only.
    readPart: async (Key, { start, end }) => {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range: `bytes=${start}-${end}` }));
      return found.Body as Readable;
    },
    async compare(Key, sent) {
      const { ContentLength, ETag, ServerSideEncryption } = await client.send(
        new HeadObjectCommand({ Bucket: bucket, Key }),
      );
      if (ContentLength !== sent.size)
        throw new StoredWrong(`${ContentLength} bytes are stored, ${sent.size} were sent`);
      const etag = /^"?([0-9a-f]{32})"?$/i.exec(ETag ?? '')?.[1]?.toLowerCase();
      // With encryption by KMS the ETag is no MD5: the file is read back.
      const stored =
        etag !== undefined && !ServerSideEncryption?.startsWith('aws:kms')
          ? etag
          : await md5Of((await client.send(new GetObjectCommand({ Bucket: bucket, Key }))).Body as Readable);
      if (stored !== sent.md5) throw new StoredWrong('the stored bytes differ from those that were sent');
    },
  };
};

const md5Of = async (stream: Readable): Promise<string> => {
  const hash = createHash('md5');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
