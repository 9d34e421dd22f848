import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipPart = { readonly name: string; readonly data: AsyncIterable<string> | Iterable<string> };
type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** 1 January 1980, so that the same content makes the same bytes. */
const DOS_DATE = 0x21;
const FLAGS = 0x0808;
const MAX_SIZE = 0xffff_fffe;

/** Bytes of an archive whose parts are packed while they are produced; only the list of parts is kept. */
export async function* zipBytes(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name), crc: 0, packed: 0, size: 0, offset };
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), fields(entry, 0), entry.name]);
    yield head;
    for await (const chunk of packed(part.data, entry)) yield chunk;
    const sums = Buffer.alloc(16);
    sums.write('PK\x07\x08', 'latin1');
    sums.writeUInt32LE(entry.crc, 4);
    sums.writeUInt32LE(entry.packed, 8);
    sums.writeUInt32LE(entry.size, 12);
    yield sums;
    offset += head.length + entry.packed + sums.length;
    if (offset > MAX_SIZE || entry.size > MAX_SIZE) throw new Error('zip: an archive of 4 GB and more is not written');
    written.push(entry);
  }
  yield directory(written, offset);
}

async function* packed(data: ZipPart['data'], entry: Written): AsyncGenerator<Buffer> {
  const source = Readable.from(counted(data, entry), { objectMode: true, highWaterMark: 2 });
  const deflate = createDeflateRaw({ level: 4, chunkSize: 64 * 1024 });
  source.on('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
  } finally {
    source.destroy();
    deflate.destroy();
  }
}

async function* counted(data: ZipPart['data'], entry: Written): AsyncGenerator<Buffer> {
  for await (const text of data) {
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/** The fields that the head of a part and its line in the directory share. */
const fields = (entry: Written, sums: 0 | 1) => {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(FLAGS, 2);
  bytes.writeUInt16LE(8, 4);
  bytes.writeUInt16LE(DOS_DATE, 8);
  if (sums) {
    bytes.writeUInt32LE(entry.crc, 10);
    bytes.writeUInt32LE(entry.packed, 14);
    bytes.writeUInt32LE(entry.size, 18);
  }
  bytes.writeUInt16LE(entry.name.length, 22);
  return bytes;
};

const directory = (written: Written[], offset: number) => {
  const lines = written.map((entry) => {
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.offset, 10);
    return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields(entry, 1), tail, entry.name]);
  });
  const list = Buffer.concat(lines);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([list, end]);
};
