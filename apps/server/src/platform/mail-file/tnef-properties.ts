import { fixedValue, INTERNET_HEADERS, mapiTypes, type MapiItem, type MapiProperty } from './mapi-item.ts';

const MULTIPLE = 0x1000;
const NAMED = 0x8000;
const NAME_BYTES_MAX = 512;
/** Lengths of values of fixed size; they are padded to four bytes. */
const fixedBytes = new Map<number, number>([
  [mapiTypes.short, 4], [mapiTypes.long, 4], [4, 4], [5, 8], [6, 8], [7, 8], [10, 4], [mapiTypes.boolean, 4],
  [mapiTypes.integer8, 8], [mapiTypes.time, 8], [mapiTypes.clsid, 16],
]); // prettier-ignore
const variable = new Set<number>([mapiTypes.text8, mapiTypes.text, mapiTypes.binary, mapiTypes.object]);
const padded = (length: number): number => length + ((4 - (length % 4)) % 4);

/** A reader that returns null, and stays at the end, when the bytes are cut off. */
const openReader = (data: Buffer, start: number) => {
  let at = start;
  const take = (length: number): Buffer | null => {
    if (at + length > data.length) {
      at = data.length;
      return null;
    }
    at += length;
    return data.subarray(at - length, at);
  };
  return {
    take,
    takePadded: (length: number) => {
      const value = take(length);
      at = Math.min(data.length, at + padded(length) - length);
      return value;
    },
    number: () => take(4)?.readUInt32LE(0) ?? null,
    end: () => at,
  };
};
type Reader = ReturnType<typeof openReader>;

/** The name of a header, if the property is one; undefined for any other named property, null at the end. */
const readName = (reader: Reader): string | undefined | null => {
  const set = reader.take(16);
  const kind = reader.number();
  const value = reader.number();
  if (set === null || kind === null || value === null) return null;
  if (kind !== 1) return undefined;
  const name = reader.takePadded(value);
  if (name === null) return null;
  if (set.toString('hex') !== INTERNET_HEADERS || name.length > NAME_BYTES_MAX) return undefined;
  return name.toString('utf16le').replaceAll('\0', '');
};

type OpenNested = (data: Buffer) => MapiItem | null;
const variableValue = (type: number, value: Buffer, openNested: OpenNested): MapiProperty['value'] =>
  // An object begins with the identifier of its interface.
  type === mapiTypes.object ? (openNested(value.subarray(16)) ?? value.subarray(16)) : value;

/** The first value of a property; undefined if its type is unknown or the bytes end. */
const readValue = (reader: Reader, type: number, openNested: OpenNested): MapiProperty['value'] | null | undefined => {
  const base = type & ~MULTIPLE;
  const isVariable = variable.has(base);
  const size = fixedBytes.get(base);
  if (!isVariable && size === undefined) return undefined;
  const count = isVariable || base !== type ? reader.number() : 1;
  if (count === null) return undefined;
  let first: MapiProperty['value'] | null | undefined;
  for (let n = 0; n < count; n += 1) {
    const length = isVariable ? reader.number() : size!;
    const value = length === null ? null : reader.takePadded(length);
    if (value === null) return undefined;
    if (n === 0) first = isVariable ? variableValue(base, value, openNested) : fixedValue(base, value);
  }
  return first ?? null;
};

/**
 * Reads a list of properties, up to the first one that is cut off or of an unknown type. Takes time in proportion to the bytes:
 * each property takes at least four of them.
 */
export const readProperties = (data: Buffer, start: number, openNested: OpenNested) => {
  const reader = openReader(data, start);
  const properties = new Map<number, MapiProperty>();
  const headers: [name: string, value: string][] = [];
  const count = reader.number() ?? 0;
  for (let n = 0; n < count; n += 1) {
    const tag = reader.take(4);
    if (tag === null) break;
    const [type, id] = [tag.readUInt16LE(0), tag.readUInt16LE(2)];
    const name = id >= NAMED ? readName(reader) : undefined;
    const value = name === null ? undefined : readValue(reader, type, openNested);
    if (value === undefined) break;
    if (name && value instanceof Uint8Array) {
      const text = new TextDecoder(type === mapiTypes.text ? 'utf-16le' : 'utf-8').decode(value);
      headers.push([name, text.replaceAll('\0', '')]);
    } else if (value !== null && id < NAMED && (type & MULTIPLE) === 0) properties.set(id, { type, value });
  }
  return { properties, headers, end: reader.end() };
};
