import { openCompoundFile, type Storage } from './compound-file.ts';
import { MailFileError, type Mail } from './mail.types.ts';
import {
  fixedValue,
  MAPI_DEPTH_MAX,
  MAPI_PARTS_MAX,
  mapiTypes,
  type MapiItem,
  type MapiProperty,
} from './mapi-item.ts';
import { mailOfItem } from './mapi-mail.ts';
import { headerNamesOf } from './msg-names.ts';

/** Lengths of the header of the property stream of a message, of an attached one, and of an attachment or a recipient. */
const headerBytes = { message: 32, attached: 24, part: 8 } as const;
type Kind = keyof typeof headerBytes;

const PROPERTIES = '__properties_version1.0';
const STREAM = /^__substg1\.0_([0-9a-f]{4})([0-9a-f]{4})$/i;

const propertiesOf = (storage: Storage, kind: Kind, depth: number, names: Names): Map<number, MapiProperty> => {
  const properties = new Map<number, MapiProperty>();
  const fixed = Buffer.from(storage.streams.get(PROPERTIES) ?? []);
  for (let at = headerBytes[kind] as number; at + 16 <= fixed.length; at += 16) {
    const type = fixed.readUInt16LE(at);
    const value = fixedValue(type, fixed.subarray(at + 8, at + 16));
    if (value !== null) properties.set(fixed.readUInt16LE(at + 2), { type, value });
  }
  for (const [name, value] of storage.streams) {
    const [, id, type] = STREAM.exec(name) ?? [];
    if (id !== undefined) properties.set(Number.parseInt(id, 16), { type: Number.parseInt(type!, 16), value });
  }
  for (const [name, inside] of storage.storages) {
    const [, id] = STREAM.exec(name) ?? [];
    if (id === undefined || !inside.streams.has(PROPERTIES) || depth >= MAPI_DEPTH_MAX) continue;
    properties.set(Number.parseInt(id, 16), {
      type: mapiTypes.object,
      value: itemOf(inside, 'attached', depth + 1, names),
    });
  }
  return properties;
};

type Names = ReadonlyMap<number, string>;
const itemOf = (storage: Storage, kind: Kind, depth: number, names: Names): MapiItem => {
  const parts = (prefix: string) =>
    [...storage.storages]
      .filter(([name]) => name.startsWith(prefix))
      .slice(0, MAPI_PARTS_MAX)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, part]) => itemOf(part, 'part', depth, names));
  const properties = propertiesOf(storage, kind, depth, names);
  const headers = [...names].flatMap(([id, name]): [string, string][] => {
    const { type, value } = properties.get(id) ?? {};
    if (!(value instanceof Uint8Array)) return [];
    const text = new TextDecoder(type === mapiTypes.text ? 'utf-16le' : 'utf-8').decode(value);
    return [[name, text.replaceAll('\0', '')]];
  });
  const isMessage = kind !== 'part';
  return {
    properties,
    headers: isMessage ? headers : [],
    recipients: isMessage ? parts('__recip_version1.0_') : [],
    attachments: isMessage ? parts('__attach_version1.0_') : [],
  };
};

/** Reads a message that Outlook saved (.msg). Throws MailFileError. */
export const readMsg = async (raw: Uint8Array): Promise<Mail> => {
  let root: Storage;
  try {
    root = openCompoundFile(raw);
  } catch (error) {
    throw new MailFileError(String(error));
  }
  if (!root.streams.has(PROPERTIES)) throw new MailFileError('no message');
  return mailOfItem(itemOf(root, 'message', 0, headerNamesOf(root)));
};
