import CFB from 'cfb';
import { INTERNET_HEADERS, mapiIds, mapiTypes } from './mapi-item.ts';

// Writes messages as Outlook saves them, for tests. What is written here was compared with msgconvert, tnef and ytnef of Debian.

/** A message that Outlook saves or attaches. */
export type OutlookMessage = {
  readonly subject: string;
  readonly sender?: { readonly name: string; readonly address: string };
  readonly to?: string;
  readonly messageId?: string;
  readonly transport?: string;
  readonly html?: string;
  readonly text?: string;
  /** RTF as it is before its compression. */
  readonly rtf?: string;
  /** Texts are stored in eight bits of this code page; as Unicode without it. */
  readonly codePage?: { readonly page: number; readonly charset: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly OutlookAttachment[];
};
type OutlookAttachment = {
  readonly name: string;
  readonly bytes?: Buffer;
  readonly mime?: string;
  readonly cid?: string;
  readonly message?: OutlookMessage;
};

/** Bytes of a text in a charset of one byte a character. */
export const eightBit = (text: string, charset: string): Buffer => {
  if (charset === 'utf-8') return Buffer.from(text);
  const upper = new TextDecoder(charset).decode(Uint8Array.from({ length: 128 }, (_, n) => n + 128));
  return Buffer.from([...text].map((char) => (char < '\x80' ? char.charCodeAt(0) : upper.indexOf(char) + 128)));
};

type Property = { readonly id: number; readonly type: number; readonly bytes: Buffer };
const long = (id: number, value: number): Property => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return { id, type: mapiTypes.long, bytes };
};
const binary = (id: number, bytes: Buffer): Property => ({ id, type: mapiTypes.binary, bytes });
const textWriter =
  (codePage: OutlookMessage['codePage']) =>
  (id: number, value: string | undefined): Property[] =>
    value === undefined
      ? []
      : codePage
        ? [{ id, type: mapiTypes.text8, bytes: eightBit(value, codePage.charset) }]
        : [{ id, type: mapiTypes.text, bytes: Buffer.from(value, 'utf16le') }];

/** RTF in the container of compressed RTF, stored as it is. */
export const storedRtf = (rtf: string): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(rtf.length, 4);
  head.write('MELA', 8, 'latin1');
  return Buffer.concat([head, Buffer.from(rtf, 'latin1')]);
};

const propertiesOf = (message: OutlookMessage): Property[] => {
  const text = textWriter(message.codePage);
  const { sender } = message;
  return [
    ...text(0x001a, 'IPM.Note'),
    ...text(mapiIds.subject, message.subject),
    ...text(mapiIds.representingName, sender?.name),
    ...text(mapiIds.senderName, sender?.name),
    ...text(mapiIds.senderAddress, sender && '/O=ORG/OU=EXCHANGE/CN=SENDER'),
    ...text(mapiIds.senderSmtp, sender?.address),
    ...text(mapiIds.messageId, message.messageId),
    ...text(mapiIds.transportHeaders, message.transport),
    ...text(mapiIds.body, message.text),
    ...(message.html === undefined
      ? []
      : [
          binary(mapiIds.html, eightBit(message.html, message.codePage?.charset ?? 'utf-8')),
          long(mapiIds.internetCodePage, message.codePage?.page ?? 65_001),
        ]),
    ...(message.rtf === undefined ? [] : [binary(mapiIds.rtf, storedRtf(message.rtf))]),
    ...(message.codePage ? [long(mapiIds.messageCodePage, message.codePage.page)] : []),
  ];
};
const recipientOf = ({ to, codePage }: OutlookMessage): Property[] => {
  const text = textWriter(codePage);
  return [...text(mapiIds.displayName, to), ...text(mapiIds.smtpAddress, to), long(mapiIds.recipientType, 1)];
};
const attachmentOf = ({ name, bytes, mime, cid, message }: OutlookAttachment, codePage: OutlookMessage['codePage']) => {
  const text = textWriter(codePage);
  return [
    ...text(message ? mapiIds.displayName : mapiIds.fileName, name),
    ...text(mapiIds.mimeType, mime),
    ...text(mapiIds.contentId, cid),
    long(0x3705, message ? 5 : 1),
    ...(bytes ? [binary(mapiIds.data, bytes)] : []),
  ];
};

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
const isFixed = ({ type }: Property): boolean => type === mapiTypes.long;

/** The file in which Outlook saves a message (.msg). */
export const msgFile = (message: OutlookMessage): Buffer => {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_del(file, '/\u0001Sh33tJ5');
  const add = (path: string, bytes: Buffer) => CFB.utils.cfb_add(file, path, bytes);
  const write = (folder: string, properties: readonly Property[], headerBytes: number): void => {
    const rows = properties.map((one) => {
      const row = Buffer.alloc(16);
      row.writeUInt16LE(one.type, 0);
      row.writeUInt16LE(one.id, 2);
      row.writeUInt32LE(6, 4);
      if (isFixed(one)) one.bytes.copy(row, 8);
      else
        row.writeUInt32LE(
          one.bytes.length + (one.type === mapiTypes.text ? 2 : one.type === mapiTypes.text8 ? 1 : 0),
          8,
        );
      if (!isFixed(one)) add(`${folder}/__substg1.0_${hex(one.id)}${hex(one.type)}`, one.bytes);
      return row;
    });
    add(`${folder}/__properties_version1.0`, Buffer.concat([Buffer.alloc(headerBytes), ...rows]));
  };
  const names = Object.keys(message.headers ?? {});
  const writeMessage = (folder: string, one: OutlookMessage, headerBytes: number): void => {
    const text = textWriter(one.codePage);
    const named = Object.entries(one.headers ?? {}).flatMap(([name, value]) =>
      text(0x8000 + names.indexOf(name), value),
    );
    write(folder, [...propertiesOf(one), ...named], headerBytes);
    if (one.to) write(`${folder}/__recip_version1.0_#00000000`, recipientOf(one), 8);
    one.attachments?.forEach((attachment, n) => {
      const inside = `${folder}/__attach_version1.0_#${String(n).padStart(8, '0')}`;
      write(inside, attachmentOf(attachment, one.codePage), 8);
      if (attachment.message) writeMessage(`${inside}/__substg1.0_3701000D`, attachment.message, 24);
    });
  };
  writeMessage('', message, 32);
  const texts = names.map((name) => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(name.length * 2);
    return Buffer.concat([head, Buffer.from(name, 'utf16le'), Buffer.alloc((4 - ((name.length * 2) % 4)) % 4)]);
  });
  const entries = names.map((_, n) => {
    const entry = Buffer.alloc(8);
    entry.writeUInt32LE(Buffer.concat(texts.slice(0, n)).length, 0);
    entry.writeUInt16LE((3 << 1) | 1, 4);
    entry.writeUInt16LE(n, 6);
    return entry;
  });
  add('/__nameid_version1.0/__substg1.0_00020102', Buffer.from(INTERNET_HEADERS, 'hex'));
  add('/__nameid_version1.0/__substg1.0_00030102', Buffer.concat(entries));
  add('/__nameid_version1.0/__substg1.0_00040102', Buffer.concat(texts));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const pad = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
const tagged = (one: Property, name?: string): Buffer => {
  const tag = Buffer.alloc(4);
  tag.writeUInt16LE(one.type, 0);
  tag.writeUInt16LE(one.id, 2);
  const bytes = one.type === mapiTypes.text ? Buffer.concat([one.bytes, Buffer.alloc(2)]) : one.bytes;
  const key = name === undefined ? Buffer.alloc(0) : Buffer.from(`${name}\0`, 'utf16le');
  const nameBytes =
    name === undefined ? [] : [Buffer.from(INTERNET_HEADERS, 'hex'), uint32(1), uint32(key.length), pad(key)];
  return Buffer.concat([
    tag,
    ...nameBytes,
    ...(isFixed(one) ? [bytes] : [uint32(1), uint32(bytes.length), pad(bytes)]),
  ]);
};
const listOf = (rows: readonly Buffer[]): Buffer => Buffer.concat([uint32(rows.length), ...rows]);
const attribute = (level: number, id: number, data: Buffer): Buffer => {
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(data.reduce((all, byte) => (all + byte) & 0xffff, 0));
  return Buffer.concat([Buffer.from([level]), uint32(id), uint32(data.length), data, sum]);
};
const INTERFACE = Buffer.from('0703020000000000c000000000000046', 'hex');

/** What Outlook puts into `winmail.dat`. */
export const tnefFile = (message: OutlookMessage): Buffer => {
  const named = Object.entries(message.headers ?? {}).map(([name, value], n) =>
    tagged(textWriter(undefined)(0x8000 + n, value)[0]!, name),
  );
  const properties = [...propertiesOf(message).map((one) => tagged(one)), ...named];
  return Buffer.concat([
    uint32(0x223e9f78),
    Buffer.from([1, 0]),
    attribute(1, 0x00089006, uint32(0x00010000)),
    attribute(1, 0x00069007, Buffer.concat([uint32(message.codePage?.page ?? 1251), uint32(0)])),
    attribute(1, 0x00078008, Buffer.from('IPM.Microsoft Mail.Note\0')),
    attribute(1, 0x00069003, listOf(properties)),
    ...(message.to ? [attribute(1, 0x00069004, listOf([listOf(recipientOf(message).map((one) => tagged(one)))]))] : []),
    ...(message.attachments ?? []).flatMap((one) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from('file\0')),
      ...(one.bytes ? [attribute(2, 0x0006800f, one.bytes)] : []),
      attribute(
        2,
        0x00069005,
        listOf([
          ...attachmentOf({ ...one, bytes: undefined }, message.codePage).map((property) => tagged(property)),
          ...(one.message
            ? [
                tagged({
                  id: mapiIds.data,
                  type: mapiTypes.object,
                  bytes: Buffer.concat([INTERFACE, tnefFile(one.message)]),
                }),
              ]
            : []),
        ]),
      ),
    ]),
  ]);
};
