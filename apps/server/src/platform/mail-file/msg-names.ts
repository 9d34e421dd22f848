import type { Storage } from './compound-file.ts';
import { INTERNET_HEADERS } from './mapi-item.ts';

// Outlook stores headers that it does not know as properties with a name. The ids of such properties differ from file to file;
// the folder below maps them.

const FOLDER = '__nameid_version1.0';
const [GUIDS, ENTRIES, TEXTS] = ['__substg1.0_00020102', '__substg1.0_00030102', '__substg1.0_00040102'] as const;
/** The first place in the list of sets that the file itself defines. */
const OWN_SETS = 3;
const FIRST_ID = 0x8000;
const NAMES_MAX = 2_000;
const NAME_BYTES_MAX = 512;

/** The headers that a file stores as named properties: the name by the id of the property. */
export const headerNamesOf = (root: Storage): Map<number, string> => {
  const streams = root.storages.get(FOLDER)?.streams;
  const [guids, entries, texts] = [GUIDS, ENTRIES, TEXTS].map((name) => Buffer.from(streams?.get(name) ?? [])) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const names = new Map<number, string>();
  for (let at = 0; at + 8 <= Math.min(entries.length, NAMES_MAX * 8); at += 8) {
    const kind = entries.readUInt16LE(at + 4);
    const set = ((kind >> 1) - OWN_SETS) * 16;
    const isHeader =
      (kind & 1) === 1 && guids.subarray(Math.max(0, set), set + 16).toString('hex') === INTERNET_HEADERS;
    const offset = entries.readUInt32LE(at);
    if (!isHeader || offset + 4 > texts.length) continue;
    const length = Math.min(texts.readUInt32LE(offset), NAME_BYTES_MAX);
    names.set(FIRST_ID + entries.readUInt16LE(at + 6), texts.toString('utf16le', offset + 4, offset + 4 + length));
  }
  return names;
};
