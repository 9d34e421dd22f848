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

/** Opens a compound file. Throws if it is malformed. */
export const openCompoundFile = (raw: Uint8Array): Storage => {
  const { FileIndex, FullPaths } = CFB.read(Buffer.from(raw), { type: 'buffer' });
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
    if (name !== undefined) storage.streams.set(name, Uint8Array.from(entry.content ?? []));
  });
  return root;
};
