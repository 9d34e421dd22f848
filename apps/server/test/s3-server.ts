import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

export type S3Server = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Received requests, as «PUT /bucket/key 200». */
  readonly seen: string[];
  /** Content-Encoding of each stored object. */
  readonly encodings: string[];
  stop(): Promise<void>;
};
/** What a broken server stores of the bytes that it received. */
export type Damage = (received: Buffer) => Buffer;
type Rejection = readonly [status: number, code: string];
type S3Request = { readonly request: IncomingMessage; readonly url: URL; readonly body: Buffer };

const ACCESS_KEY_ID = 'AKIATESTTESTTESTTEST';
const SECRET = 'test-secret/with+signs';
const BUCKET = 'portal-files';

/**
 * A small S3 over HTTP for tests: one bucket, objects in a temporary folder. Every request is checked against AWS
 * Signature Version 4 and its announced length and checksum. Existing packages that imitate S3 are unmaintained, and
 * none reads the checksum trailers that the current client sends.
 */
export const startS3Server = async (damage: Damage = (bytes) => bytes): Promise<S3Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-s3-'));
  const seen: string[] = [];
  const encodings: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'PUT') encodings.push(request.headers['content-encoding'] ?? '');
    void answer(request, response, { folder, damage }).then(
      () => seen.push(`${request.method} ${request.url} ${response.statusCode}`),
      (error: Error) => response.destroy(error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: BUCKET,
    accessKeyId: ACCESS_KEY_ID,
    secretAccessKey: SECRET,
    seen,
    encodings,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  { folder, damage }: { folder: string; damage: Damage },
): Promise<void> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const s3Request = { request, url: new URL(request.url!, 'http://s3'), body: Buffer.concat(parts) };
  const rejected = rejectSignature(s3Request);
  if (rejected) return reject(s3Request, response, rejected);
  const [, bucket, ...key] = s3Request.url.pathname.split('/').map(decodeURIComponent);
  if (bucket !== BUCKET) return reject(s3Request, response, [404, 'NoSuchBucket']);
  // A hexadecimal file name for each key, so that no key can escape from the folder.
  const path = join(folder, Buffer.from(key.join('/')).toString('hex'));
  if (request.method === 'PUT') return put(s3Request, response, { path, damage });
  if (request.method === 'DELETE') {
    await rm(path, { force: true });
    return void response.writeHead(204).end();
  }
  const found = await readFile(path).catch(() => null);
  if (!found) return reject(s3Request, response, [404, 'NoSuchKey']);
  return give(s3Request, response, found);
};

const reject = ({ request }: S3Request, response: ServerResponse, [status, code]: Rejection): void => {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : text);
};

const put = async (
  s3Request: S3Request,
  response: ServerResponse,
  { path, damage }: { path: string; damage: Damage },
): Promise<void> => {
  const received = unpack(s3Request);
  if (!Buffer.isBuffer(received)) return reject(s3Request, response, received);
  const bytes = damage(received);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  response.writeHead(200, { etag: etagOf(bytes) }).end();
};

const give = ({ request }: S3Request, response: ServerResponse, bytes: Buffer): void => {
  const headers = { etag: etagOf(bytes), 'last-modified': new Date().toUTCString(), 'accept-ranges': 'bytes' };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const [from, to] = range ? [Number(range[1]), Math.min(Number(range[2] || bytes.length), bytes.length - 1)] : [];
  const part = from === undefined ? bytes : bytes.subarray(from, to! + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    ...headers,
    'content-length': part.length,
    ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
};

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

/** Verifies the signature of the request with the shared secret. */
const rejectSignature = ({ request, url, body }: S3Request): Rejection | null => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return [403, 'AccessDenied'];
  const [, keyId, scope, signed, signature] = match as unknown as [string, string, string, string, string];
  if (keyId !== ACCESS_KEY_ID) return [403, 'InvalidAccessKeyId'];
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return [403, 'AccessDenied'];
  const header = (name: string) =>
    String(request.headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ');
  const query = [...url.searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const payload = header('x-amz-content-sha256');
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${header(name)}`),
    '',
    signed,
    payload,
  ].join('\n');
  const [day, region] = scope.split('/') as [string, string];
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce((last, part) => hmac(last, part), hmac(`AWS4${SECRET}`, day));
  if (hmac(key, toSign).toString('hex') !== signature) return [403, 'SignatureDoesNotMatch'];
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch'];
  return null;
};

/** The object in a body, plain or decoded from `aws-chunked`, after its announced checksums were verified. */
const unpack = ({ request, body }: S3Request): Buffer | Rejection => {
  if (request.headers['content-length'] === undefined && !request.headers['x-amz-decoded-content-length'])
    return [411, 'MissingContentLength'];
  const chunked = String(request.headers['content-encoding'] ?? '').includes('aws-chunked');
  const { bytes, trailer } = chunked ? unchunk(body) : { bytes: body, trailer: '' };
  const announced = request.headers[chunked ? 'x-amz-decoded-content-length' : 'content-length'];
  if (announced === undefined) return [411, 'MissingContentLength'];
  if (Number(announced) !== bytes.length) return [400, 'IncompleteBody'];
  const sum = /x-amz-checksum-crc32:(\S+)/.exec(trailer)?.[1] ?? request.headers['x-amz-checksum-crc32'];
  const own = Buffer.alloc(4);
  own.writeUInt32BE(crc32(bytes));
  if (sum !== undefined && sum !== own.toString('base64')) return [400, 'BadDigest'];
  return bytes;
};

const unchunk = (body: Buffer): { bytes: Buffer; trailer: string } => {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (end < 0 || size === 0) return { bytes: Buffer.concat(parts), trailer: body.toString('latin1', end + 2) };
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
};
