import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Upload } from '../../src/platform/context.ts';

const u32 = (n: number) => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(n);
  return out;
};
/** A box of an MP4 file. */
const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
const zeros = (n: number) => Buffer.alloc(n);

/** Silence as an MP3: frames of 128 kbit/s at 44.1 kHz. */
export const mp3 = (frames = 20): Buffer => {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
};

/** The head of an Ogg file with one Opus stream. */
export const ogg = (): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.set([1, 1], 8);
  head.writeUInt32LE(48_000, 12);
  const page = Buffer.alloc(28);
  page.write('OggS');
  page.set([0, 2], 4);
  page.writeUInt32LE(7, 14);
  page.set([1, head.length], 26);
  return Buffer.concat([page, head]);
};

const track = (handler: 'soun' | 'vide') => {
  const entry = handler === 'soun' ? box('mp4a', zeros(28)) : box('avc1', zeros(78));
  const stbl = box('stbl', box('stsd', zeros(4), u32(1), entry));
  const mdhd = box('mdhd', zeros(12), u32(1000), u32(1000), zeros(4));
  const hdlr = box('hdlr', zeros(8), Buffer.from(handler), zeros(13));
  const tkhd = box('tkhd', zeros(12), u32(1), zeros(68));
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', stbl)));
};
const mvhd = box('mvhd', zeros(12), u32(1000), u32(1000), zeros(80));
/** An MP4 file with these tracks and no samples. */
export const mp4 = (brand: string, ...tracks: ('soun' | 'vide')[]): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(brand), zeros(4), Buffer.from(brand)),
    box('moov', mvhd, ...tracks.map(track)),
    box('mdat', zeros(16)),
  ]);

const element = (id: number[], content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id), Buffer.from([0x80 | content.length]), content]);
/** The head of a WebM file with one video track. */
export const webm = (): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    element(
      [0x18, 0x53, 0x80, 0x67],
      element(
        [0x16, 0x54, 0xae, 0x6b],
        element(
          [0xae],
          Buffer.concat([
            element([0xd7], Buffer.from([1])),
            element([0x73, 0xc5], Buffer.from([1])),
            element([0x83], Buffer.from([1])),
            element([0x86], Buffer.from('V_VP8')),
            element([0xe0], Buffer.concat([element([0xb0], Buffer.from([2])), element([0xba], Buffer.from([2]))])),
          ]),
        ),
      ),
    ),
  ]);

/** The start of a Windows program. */
export const program = (): Buffer => Buffer.concat([Buffer.from('MZ\x90\x00'), zeros(4000)]);

/** An upload as a request carries it: without an ending that could reveal the kind of the file. */
export const uploadOf = async (bytes: Buffer, name: string): Promise<Record<string, Upload>> => {
  const path = join(tmpdir(), `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  return { file: { path, name, type: 'application/octet-stream', size: bytes.length } };
};
