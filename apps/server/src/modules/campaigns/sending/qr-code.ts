import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';

type Square = { readonly x: number; readonly y: number };
type Encoder = {
  measure(node: { qr: string; eccLevel: 'L' | 'M' | 'Q' | 'H'; fit: number }): { _canvas: Square[]; _width: number };
};

// pdfmake carries a QR encoder in the public domain; it answers the background and then the dark squares as rectangles.
const { default: encoder } = createRequire(import.meta.url)('pdfmake/js/qrEnc.js') as { default: Encoder };

const SCALE = 4;
const MARGIN = 4;
/** Squares of the largest code: asked to fit into it, a square is at least one unit wide. */
const LARGEST = 177;

/** A picture (PNG, one bit a pixel) of the QR code of a text, such as a link. */
export const qrPng = (text: string): Buffer => {
  const node = encoder.measure({ qr: text, eccLevel: 'M', fit: LARGEST });
  const unit = Math.min(
    ...node._canvas
      .slice(1)
      .map((s) => s.x)
      .filter((x) => x > 0),
  );
  const squares = node._width / unit;
  const side = (squares + MARGIN * 2) * SCALE;
  const rowBytes = Math.ceil(side / 8) + 1;
  const pixels = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) pixels[y * rowBytes] = 0; // no filter
  for (const square of node._canvas.slice(1)) {
    const left = (square.x / unit + MARGIN) * SCALE;
    const top = (square.y / unit + MARGIN) * SCALE;
    for (let y = top; y < top + SCALE; y++)
      for (let x = left; x < left + SCALE; x++) pixels[y * rowBytes + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1; // bits a pixel; the other fields 0: greyscale, deflate, no interlace
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};
