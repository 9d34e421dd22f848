import { crc32, deflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';

/** A part of an Office package. A text may contain {{variables}}, which are filled per person. */
export type PackagePart = { readonly name: string; readonly content: Buffer | string };
export type FillPackage = (values: Readonly<Record<string, string>>) => Buffer;

const VARIABLE = /\{\{(\w+)\}\}/g;
/** Smaller variable parts are stored, because deflating them takes longer than sending a few kilobytes. */
const DEFLATE_FROM = 16_384;
/** 1980-01-01, the first date of the format: the same input gives the same bytes. */
const DOS_DATE = 0x21;

type Packed = {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly method: 0 | 8;
  readonly data: Buffer;
};

const recordOf = (name: string, content: Buffer, deflate: boolean): Packed => ({
  name: Buffer.from(name),
  crc: crc32(content),
  size: content.length,
  method: deflate ? 8 : 0,
  data: deflate ? deflateRawSync(content) : content,
});

/** Fields that the local header and the entry of the directory share. */
const commonFields = ({ name, crc, size, method, data }: Packed): Buffer => {
  const out = Buffer.alloc(26);
  out.writeUInt16LE(20, 0);
  out.writeUInt16LE(0x0800, 2); // names are UTF-8
  out.writeUInt16LE(method, 4);
  out.writeUInt16LE(DOS_DATE, 8);
  out.writeUInt32LE(crc, 10);
  out.writeUInt32LE(data.length, 14);
  out.writeUInt32LE(size, 18);
  out.writeUInt16LE(name.length, 22);
  return out;
};
const LOCAL = Buffer.from('PK\u0003\u0004', 'latin1');
const DIRECTORY = Buffer.from('PK\u0001\u0002', 'latin1');

const join = (records: readonly Packed[]): Buffer => {
  const out: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const record of records) {
    const fields = commonFields(record);
    out.push(LOCAL, fields, record.name, record.data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(DIRECTORY, Buffer.from([20, 0]), fields, tail, record.name);
    at += 30 + record.name.length + record.data.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...out, ...directory, end]);
};

const escapeXml = (text: string): string =>
  text
    // Control characters are not allowed in XML, not even escaped.
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Returns a function that builds one person's package. Parts without variables are compressed once; only the others are
 * filled and written for each person. Values are escaped for XML.
 */
export const preparePackage = (parts: readonly PackagePart[]): FillPackage => {
  const records = parts.map(({ name, content }) => {
    const text = typeof content === 'string' ? content : null;
    return text !== null && text.search(VARIABLE) >= 0
      ? { name, text }
      : recordOf(name, Buffer.from(content as string), true);
  });
  return (values) =>
    join(
      records.map((record) => {
        if (!('text' in record)) return record;
        const filled = Buffer.from(
          record.text.replace(VARIABLE, (whole, name: string) =>
            Object.hasOwn(values, name) ? escapeXml(values[name]!) : whole,
          ),
        );
        return recordOf(record.name, filled, filled.length > DEFLATE_FROM);
      }),
    );
};

/** The file is no readable package, or larger than the limits. */
export class OfficePackageError extends Error {}

const ENTRIES_MAX = 3_000;
const UNPACKED_MAX = 60_000_000;

/** Reads the parts of a package. Throws PackageError for a damaged, encrypted or oversized one. */
export const readPackage = async (file: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(file, { autoClose: false }).catch((error: Error) => {
    throw new OfficePackageError(error.message);
  });
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const unpacked = entries.reduce((sum, one) => sum + one.uncompressedSize, 0);
    const unreadable = entries.some((one) => one.generalPurposeBitFlag & 1 || ![0, 8].includes(one.compressionMethod));
    if (entries.length > ENTRIES_MAX || unpacked > UNPACKED_MAX || unreadable)
      throw new OfficePackageError('The package is too large or encrypted');
    const parts = new Map<string, Buffer>();
    const names = new Set<string>(); // names that differ only in case are the same part
    for (const entry of entries) {
      if (entry.fileName.endsWith('/')) continue;
      if (names.has(entry.fileName.toLowerCase())) throw new OfficePackageError('The package contains a part twice');
      names.add(entry.fileName.toLowerCase());
      const stream = await zip.openReadStreamPromise(entry);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      parts.set(entry.fileName, Buffer.concat(chunks));
    }
    return parts;
  } catch (error) {
    throw error instanceof OfficePackageError ? error : new OfficePackageError((error as Error).message);
  } finally {
    zip.close();
  }
};
