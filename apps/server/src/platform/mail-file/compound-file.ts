import CFB from 'cfb';

/** A folder of a compound file. */
export type Storage = { readonly streams: Map<string, Uint8Array>; readonly storages: Map<string, Storage> };

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PATH_PARTS_MAX = 30;
const PATH_MAX = 2_000;

/** Whether a file is of the format in which Outlook saves a message; older Office documents use it as well. */
export const isCompoundFile = (raw: Uint8Array): boolean =>
  Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).subarray(0, MAGIC.length).equals(MAGIC);

const newStorage = (): Storage => ({ streams: new Map(), storages: new Map() });

/** How often a file may be copied, as its chains of sectors, and how much of it its streams may hold together. */
const CHAINS_FACTOR = 4;
const STREAMS_FACTOR = 2;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Streams below this size are kept together in one chain. */
const BIG_STREAM_BYTES = 4_096;
const ROOT = 5;

const intAt = (raw: Uint8Array, at: number): number =>
  ((raw[at + 3] ?? 0) << 24) | ((raw[at + 2] ?? 0) << 16) | ((raw[at + 1] ?? 0) << 8) | (raw[at] ?? 0);

/** The sectors that hold the table of sectors; null if they are more than the file has. */
const tableOf = (raw: Uint8Array, sectorBytes: number, sectors: number): number[] | null => {
  const table: number[] = [];
  for (let at = 76; at < HEADER_BYTES && intAt(raw, at) >= 0; at += 4) table.push(intAt(raw, at));
  let list = intAt(raw, 68);
  for (let left = intAt(raw, 72); left >= 0 && list >= 0 && list < sectors; left -= 1) {
    const start = (list + 1) * sectorBytes;
    const end = start + sectorBytes - 4;
    for (let at = start; at < end && intAt(raw, at) !== -2; at += 4) table.push(intAt(raw, at));
    if (table.length > sectors + 2 * sectorBytes) return null;
    list = intAt(raw, end);
  }
  return table;
};

/** Throws if chains of sectors or streams share so much that the library would take many times the size of the file. */
const requireBounded = (raw: Uint8Array): void => {
  const sectorBytes = raw[30] === 12 ? 4_096 : 512;
  const sectors = Math.ceil(raw.length / sectorBytes) - 1;
  const table = tableOf(raw, sectorBytes, sectors);
  if (!table) throw new Error('compound file: the table of sectors is too large');
  const next = (sector: number): number => {
    const place = table[Math.floor((sector * 4) / sectorBytes)] ?? -1;
    return place < 0 || place >= sectors ? -1 : intAt(raw, (place + 1) * sectorBytes + ((sector * 4) % sectorBytes));
  };
  const visited = new Set<number>();
  const lengths = new Map<number, number>();
  let left = sectors * CHAINS_FACTOR;
  const walk = (start: number, mustEnd: boolean): Set<number> => {
    const chain = new Set<number>();
    let at = start;
    for (; at >= 0 && !chain.has(at); at = next(at)) {
      left -= 1;
      if (left < 0) throw new Error('compound file: chains of sectors share too much');
      chain.add(at);
      visited.add(at);
    }
    if (mustEnd && at >= 0) throw new Error('compound file: a chain of sectors never ends');
    lengths.set(start, chain.size);
    return chain;
  };
  const folders = walk(intAt(raw, 48), false);
  for (let n = 0; n < sectors; n += 1) {
    const start = (n + intAt(raw, 48)) % sectors;
    if (!visited.has(start)) walk(start, false);
  }
  let total = 0;
  for (const sector of folders)
    for (let at = (sector + 1) * sectorBytes; at < (sector + 2) * sectorBytes; at += ENTRY_BYTES) {
      if (raw[at + 66] === ROOT) continue;
      const [start, size] = [intAt(raw, at + 116), intAt(raw, at + 120)];
      const isBig = size >= BIG_STREAM_BYTES;
      if (isBig && !lengths.has(start)) walk(start, true);
      total += isBig ? Math.min(size, (lengths.get(start) ?? 0) * sectorBytes) : Math.max(size, 0);
      if (total > raw.length * STREAMS_FACTOR) throw new Error('compound file: its streams are larger than the file');
    }
};

/** The bytes of a stream as a view: copies of streams would count in no limit of a worker. */
const viewOf = (content: unknown): Uint8Array =>
  content instanceof Uint8Array
    ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    : new Uint8Array();

/** Opens a compound file. Throws if it is malformed, or if its streams together are larger than the file can be. */
export const openCompoundFile = (raw: Uint8Array): Storage => {
  requireBounded(raw);
  const { FileIndex, FullPaths } = CFB.read(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), {
    type: 'buffer',
  });
  const root = newStorage();
  FullPaths.forEach((path, place) => {
    const entry = FileIndex[place]!;
    if (path.length > PATH_MAX || (entry.type !== 1 && entry.type !== 2)) return;
    const parts = path.split('/').slice(1).filter(Boolean);
    const name = entry.type === 2 ? parts.pop() : undefined;
    if (parts.length > PATH_PARTS_MAX) return;
    let storage = root;
    for (const part of parts) {
      const next = storage.storages.get(part) ?? newStorage();
      storage.storages.set(part, next);
      storage = next;
    }
    if (name !== undefined) storage.streams.set(name, viewOf(entry.content));
  });
  return root;
};
