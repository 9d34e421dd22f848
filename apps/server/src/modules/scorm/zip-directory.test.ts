import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScormPackageError } from './packages-error.ts';
import { openArchive } from './zip-directory.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A ZIP file of one entry; `stated` is the size in the directory. */
const zipOf = (name: Buffer, data: Buffer, stated = data.length): Buffer => {
  const packed = deflateRawSync(data);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(stated, 18);
  common.writeUInt16LE(name.length, 22);
  const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
};

/** Unpacks an archive completely. Returns the number of bytes, or null if it is rejected with a reason. */
const unpack = async (bytes: Buffer): Promise<number | null> => {
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  let archive;
  try {
    archive = await openArchive(path);
  } catch (error) {
    expect(error).toBeInstanceOf(ScormPackageError);
    return null;
  }
  try {
    let total = 0;
    for (const { entry } of archive.entries) {
      const stream = await archive.stream(entry).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ScormPackageError);
        return null;
      });
      // A damaged body fails while it is read; the caller reports it as `damaged`.
      const found = stream && (await buffer(stream).catch(() => null));
      if (found) {
        expect(found.length).toBe(entry.uncompressedSize);
        total += found.length;
      }
    }
    return total;
  } finally {
    archive.close();
  }
};

test('damaged archives are rejected with a reason, and never unpack to another size than stated', async () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
  const name = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(
      name,
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(5_000),
      damage,
      fc.nat(40),
      async (of, data, stated, bytes, cut) => {
        const zip = zipOf(of, Buffer.from(data), stated);
        for (const [at, value] of bytes) zip[at % zip.length] = value;
        expect(await unpack(zip.subarray(0, Math.max(0, zip.length - cut)))).not.toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

test('an undamaged archive is unpacked', async () => {
  expect(await unpack(zipOf(Buffer.from('a.txt'), Buffer.from('text')))).toBe(4);
});
