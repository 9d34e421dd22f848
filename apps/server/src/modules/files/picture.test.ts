import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { redrawPicture } from './public.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A black PNG of one bit a pixel: a few kilobytes for any size. */
const png = (side: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const box = { width: 64, height: 64 };
const how = { box, look: { fit: 'inside', format: 'png' }, drawings: false } as const;
const read = (bytes: Buffer) => redrawPicture({ ...how, bytes }, { person: 'a', organization: 'o' });

test('a small file that decodes to more than 40 million pixels is rejected before it is decoded', async () => {
  const bomb = png(8_000);
  expect(bomb.length).toBeLessThan(50_000);
  expect(await read(bomb)).toBeNull();
  expect(await read(png(1_000))).toMatchObject({ width: 64, height: 64, type: 'image/png' });
});

test('a broken picture is rejected, and the process serves the next one', async () => {
  const broken = png(1_000).subarray(0, 60);
  expect(await read(broken)).toBeNull();
  expect(await read(png(100))).toMatchObject({ type: 'image/png' });
});
