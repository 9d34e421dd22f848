import sharp from 'sharp';
import { expect, test } from 'vitest';
import { qrPng } from './qr-code.ts';

const MODULE = 4;
const MARGIN = 4;

test('a QR code is a black and white PNG with a quiet zone and a finder pattern in three corners', async () => {
  const png = await qrPng('https://phish.test/a8Kd03jfl2o9dKq8sl0x');
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(info.height);
  const side = info.width / MODULE;
  expect((side - 2 * MARGIN - 17) % 4).toBe(0);
  expect(new Set(data)).toEqual(new Set([0, 255]));
  const dark = (x: number, y: number) => data[(y * info.width + x) * MODULE] === 0;
  const row = (x: number, y: number) => Array.from({ length: 7 }, (_, i) => (dark(x + i, y) ? '#' : '.')).join('');
  for (let i = 0; i < side; i++) expect(dark(i, MARGIN - 1) || dark(MARGIN - 1, i)).toBe(false);
  const far = side - MARGIN - 7;
  for (const [x, y] of [
    [MARGIN, MARGIN],
    [far, MARGIN],
    [MARGIN, far],
  ] as const) {
    expect([0, 1, 3, 6].map((i) => row(x, y + i))).toEqual(['#######', '#.....#', '#.###.#', '#######']);
  }
});
