import { MailFileError, type Mail } from './mail.types.ts';
import { MAPI_DEPTH_MAX, MAPI_PARTS_MAX, mapiIds, mapiTypes, type MapiItem, type MapiProperty } from './mapi-item.ts';
import { mailOfItem } from './mapi-mail.ts';
import { readProperties } from './tnef-properties.ts';

// [MS-OXTNEF]: a list of attributes. The modern ones contain properties; those before Outlook 97 contain single values.

const SIGNATURE = 0x223e9f78;
const MESSAGE_LEVEL = 1;
const attributes = {
  subject: 0x00018004,
  messageId: 0x00018009,
  body: 0x0002800c,
  properties: 0x00069003,
  recipients: 0x00069004,
  codePage: 0x00069007,
  attachmentStart: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
  attachmentProperties: 0x00069005,
} as const;

/** Whether bytes are in TNEF, the format of `winmail.dat`. */
export const isTnef = (raw: Uint8Array): boolean =>
  raw.length > 6 && new DataView(raw.buffer, raw.byteOffset).getUint32(0, true) === SIGNATURE;

type Attribute = { readonly level: number; readonly id: number; readonly data: Buffer };
/** The attributes up to the first one that is cut off. */
function* attributesOf(raw: Buffer): Generator<Attribute> {
  for (let at = 6; at + 9 <= raw.length;) {
    const length = raw.readUInt32LE(at + 5);
    const end = at + 9 + length;
    if (end > raw.length) return;
    yield { level: raw[at]!, id: raw.readUInt32LE(at + 1), data: raw.subarray(at + 9, end) };
    at = end + 2;
  }
}

type Part = { properties: Map<number, MapiProperty> };
type Message = Part & { headers: [string, string][]; recipients: MapiItem[]; attachments: Part[] };
const itemOf = (part: Part): MapiItem => ({ ...part, headers: [], recipients: [], attachments: [] });

/** Values of the old attributes count only where no property says the same. */
const addText = ({ properties }: Part, id: number, value: Buffer, type: number = mapiTypes.text8): void => {
  if (!properties.has(id)) properties.set(id, { type, value });
};

const readMessageAttribute = (message: Message, { id, data }: Attribute, depth: number): void => {
  switch (id) {
    case attributes.subject:
      return addText(message, mapiIds.subject, data);
    case attributes.messageId:
      return addText(message, mapiIds.messageId, data);
    case attributes.body:
      return addText(message, mapiIds.body, data);
    case attributes.codePage:
      if (data.length >= 4 && !message.properties.has(mapiIds.messageCodePage))
        message.properties.set(mapiIds.messageCodePage, { type: mapiTypes.long, value: data.readUInt32LE(0) });
      return;
    case attributes.recipients: {
      const count = data.length >= 4 ? Math.min(data.readUInt32LE(0), MAPI_PARTS_MAX) : 0;
      for (let n = 0, at = 4; n < count && at < data.length; n += 1) {
        const { properties, end } = readProperties(data, at, openNested(depth));
        message.recipients.push(itemOf({ properties }));
        at = end;
      }
      return;
    }
    case attributes.properties: {
      const { properties, headers } = readProperties(data, 0, openNested(depth));
      for (const [key, value] of properties) message.properties.set(key, value);
      message.headers.push(...headers);
    }
  }
};

const readAttachmentAttribute = (message: Message, { id, data }: Attribute, depth: number): void => {
  if (id === attributes.attachmentStart) {
    if (message.attachments.length < MAPI_PARTS_MAX) message.attachments.push({ properties: new Map() });
    return;
  }
  const last = message.attachments.at(-1);
  if (!last) return;
  if (id === attributes.attachmentTitle) addText(last, mapiIds.fileNameShort, data);
  else if (id === attributes.attachmentData) addText(last, mapiIds.data, data, mapiTypes.binary);
  else if (id === attributes.attachmentProperties)
    for (const [key, value] of readProperties(data, 0, openNested(depth)).properties) last.properties.set(key, value);
};

const readItem = (raw: Buffer, depth: number): MapiItem => {
  const message: Message = { properties: new Map(), headers: [], recipients: [], attachments: [] };
  for (const attribute of attributesOf(raw))
    (attribute.level === MESSAGE_LEVEL ? readMessageAttribute : readAttachmentAttribute)(message, attribute, depth);
  return { ...message, attachments: message.attachments.map(itemOf) };
};

/** Reads a message that is attached within another one; null if it is none, or nested too deeply. */
const openNested =
  (depth: number) =>
  (data: Buffer): MapiItem | null =>
    depth < MAPI_DEPTH_MAX && isTnef(data) ? readItem(data, depth + 1) : null;

/** Reads what Outlook put into `winmail.dat`. Throws MailFileError. */
export const readTnef = async (raw: Uint8Array): Promise<Mail> => {
  if (!isTnef(raw)) throw new MailFileError('no TNEF');
  return mailOfItem(readItem(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), 0));
};
