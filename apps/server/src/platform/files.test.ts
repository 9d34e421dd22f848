import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Server, type Damage, type S3Server } from '../../test/s3-server.ts';
import { readConfig } from '../config.ts';
import { openFiles, scratchPath } from './files.ts';

const open = async (s3?: { server: S3Server; changes?: Record<string, string> }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => said.push(line) });
  const environment = s3 && {
    S3_BUCKET: s3.server.bucket,
    S3_ENDPOINT: s3.server.endpoint,
    S3_ACCESS_KEY_ID: s3.server.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.server.secretAccessKey,
    ...s3.changes,
  };
  return { files: await openFiles(readConfig({ SERGAK_DATA: folder, ...environment }), log), said };
};
const server = async (damage?: Damage) => {
  const started = await startS3Server(damage);
  onTestFinished(() => started.stop());
  return started;
};

for (const kind of ['a folder', 'S3'] as const)
  test(`bytes are stored and read back from ${kind}; a missing file is a 404`, async () => {
    const s3 = kind === 'S3' ? await server() : undefined;
    const { files, said } = await open(s3 && { server: s3 });
    const bytes = randomBytes(300_000);
    const [whole, empty] = [await files.put(bytes), await files.put(Buffer.alloc(0))];
    expect(await files.bytes(whole)).toEqual(bytes);
    expect(await buffer(await files.read(whole))).toEqual(bytes);
    expect(await buffer(await files.read(empty))).toHaveLength(0);
    expect(await buffer(await files.read(whole, { start: 100, end: 250_000 }))).toEqual(bytes.subarray(100, 250_001));
    const path = scratchPath(files, '.bin');
    await writeFile(path, bytes);
    const fromFile = await files.putFile(path);
    await writeFile(path, '');
    expect(await files.bytes(await files.putFile(path))).toHaveLength(0);
    expect(await buffer(await files.read(fromFile))).toEqual(bytes);
    expect(await files.exists(whole)).toBe(true);
    await files.remove(whole);
    await files.remove(whole); // removing twice is fine
    expect(await files.exists(whole)).toBe(false);
    await expect(files.read(whole)).rejects.toMatchObject({ code: 'file.not_found' });
    await expect(files.read(whole, { start: 0, end: 1 })).rejects.toMatchObject({ code: 'file.not_found' });
    await expect(files.bytes(whole)).rejects.toMatchObject({ code: 'file.not_found' });
    await expect(files.read('no/such-key')).rejects.toMatchObject({ code: 'file.not_found' });
    expect(await files.bytes(fromFile)).toEqual(bytes);
    expect(said).toEqual([]);
    if (s3) expect(s3.seen).toContain(`PUT /${s3.bucket}/${fromFile}?x-id=PutObject 200`);
  });

test('an S3 rejection is 503, and the log explains what to check', async () => {
  const s3 = await server();
  const kept = await (await open({ server: s3 })).files.put(Buffer.from('kept'));
  const unavailable = { code: 'server.unavailable', status: 503 };
  for (const [changes, words] of [
    [{ S3_SECRET_ACCESS_KEY: 'wrong' }, /S3_SECRET_ACCESS_KEY/],
    [{ S3_ACCESS_KEY_ID: 'AKIAWRONG' }, /S3_ACCESS_KEY_ID/],
    [{ S3_BUCKET: 'other' }, /S3_BUCKET/],
  ] as const) {
    const { files, said } = await open({ server: s3, changes });
    await expect(files.read(kept)).rejects.toMatchObject(unavailable);
    await expect(files.put(Buffer.from('more'))).rejects.toMatchObject(unavailable);
    expect(said).toHaveLength(2);
    for (const line of said) expect(line).toMatch(words);
    expect(said.join()).not.toContain(s3.secretAccessKey);
  }
  const { files, said } = await open({ server: s3, changes: { S3_SECRET_ACCESS_KEY: 'wrong' } });
  await expect(files.exists(kept)).rejects.toMatchObject(unavailable);
  expect(said.join()).toMatch(/S3 rejects access/);
  expect((await (await open({ server: s3 })).files.bytes(kept)).toString()).toBe('kept');
});

test('an unreachable S3 is unavailable, not missing', async () => {
  const s3 = await startS3Server();
  const { files, said } = await open({ server: s3 });
  const key = await files.put(Buffer.from('x'));
  await s3.stop();
  await expect(files.read(key)).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(said.join()).toMatch(/ECONNREFUSED/);
});

test('uploads are sent to S3 without the framing of aws-chunked', async () => {
  const s3 = await server();
  const { files } = await open({ server: s3 });
  await files.put(Buffer.from('bytes'));
  await files.putStream('aa/stream', Readable.from([Buffer.from('stre'), Buffer.from('am')]), 6);
  expect((await files.bytes('aa/stream')).toString()).toBe('stream');
  expect(s3.encodings).toEqual(['', '']);
});

test.each<[string, Damage]>([
  ['more bytes', (bytes) => Buffer.concat([Buffer.from('5\r\n'), bytes, Buffer.from('\r\n0\r\n')])],
  ['fewer bytes', (bytes) => bytes.subarray(1)],
  ['other bytes', (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1))],
])('a file of which S3 stores %s is rejected and deleted', async (_, damage) => {
  const s3 = await server(damage);
  const { files, said } = await open({ server: s3 });
  const path = scratchPath(files, '.bin');
  await writeFile(path, 'bytes');
  for (const work of [
    () => files.put(Buffer.from('bytes')),
    () => files.putFile(path),
    () => files.putStream('aa/stream', Readable.from([Buffer.from('bytes')]), 5),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(said).toHaveLength(3);
  for (const line of said) expect(line).toContain('stores other bytes than it receives');
  expect(await files.exists('aa/stream')).toBe(false);
});
