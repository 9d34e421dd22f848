import { decoderOfCodePage, guessCharset, isMostlyUtf8 } from './charsets.ts';

/** Types of properties. */
export const mapiTypes = {
  short: 2,
  long: 3,
  boolean: 11,
  object: 13,
  integer8: 20,
  text8: 30,
  text: 31,
  time: 64,
  clsid: 72,
  binary: 258,
} as const;
/** Properties of messages, recipients and attachments that are read here, by their ids in [MS-OXPROPS]. */
export const mapiIds = {
  subject: 0x0037,
  submitTime: 0x0039,
  representingName: 0x0042,
  representingAddress: 0x0065,
  transportHeaders: 0x007d,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  deliveryTime: 0x0e06,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  messageId: 0x1035,
  references: 0x1039,
  inReplyTo: 0x1042,
  displayName: 0x3001,
  address: 0x3003,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  messageCodePage: 0x3ffd,
  data: 0x3701,
  fileNameShort: 0x3704,
  fileName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
  senderSmtp: 0x5d01,
  representingSmtp: 0x5d02,
} as const;

export type MapiProperty = { readonly type: number; readonly value: Uint8Array | number | Date | MapiItem };
/** A message, recipient or attachment of Outlook, as a file stores it. */
export type MapiItem = {
  readonly properties: ReadonlyMap<number, MapiProperty>;
  /** Headers that were stored as named properties. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly recipients: readonly MapiItem[];
  readonly attachments: readonly MapiItem[];
};

/** The set of names of properties that are headers, as files store it. */
export const INTERNET_HEADERS = '8603020000000000c000000000000046';
/** Maximum number of attachments, and of recipients, of one message. */
export const MAPI_PARTS_MAX = 500;
/** Emails attached to each other are read so deep. */
export const MAPI_DEPTH_MAX = 6;

const WINDOWS_EPOCH_MS = 11_644_473_600_000;
/** The time that is stored as 100-nanosecond steps since 1601; null if no date can hold it. */
const timeOf = (steps: bigint): Date | null => {
  const time = new Date(Number(steps / 10_000n) - WINDOWS_EPOCH_MS);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** A value of fixed size; null if nobody asks for its type. */
export const fixedValue = (type: number, value: Buffer): number | Date | null => {
  if (type === mapiTypes.short) return value.readInt16LE();
  if (type === mapiTypes.long) return value.readInt32LE();
  if (type === mapiTypes.boolean) return value.readUInt8();
  return type === mapiTypes.time ? timeOf(value.readBigUInt64LE()) : null;
};

const untilNul = (text: string): string => {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};
/** Text of eight bits in a code page; the most plausible charset if the code page is unknown. */
export const decodeText = (bytes: Uint8Array, codePage: number | undefined): string => {
  const stated = codePage === undefined ? null : decoderOfCodePage(codePage);
  const decoder = stated ?? new TextDecoder(isMostlyUtf8(bytes) ? 'utf-8' : guessCharset(bytes));
  return decoder.decode(bytes);
};

export const numberOf = ({ properties }: MapiItem, id: number): number | undefined => {
  const value = properties.get(id)?.value;
  return typeof value === 'number' ? value : undefined;
};
export const binaryOf = ({ properties }: MapiItem, id: number): Uint8Array | undefined => {
  const found = properties.get(id);
  return found?.type === mapiTypes.binary && found.value instanceof Uint8Array ? found.value : undefined;
};
export const dateOf = ({ properties }: MapiItem, id: number): Date | undefined => {
  const value = properties.get(id)?.value;
  return value instanceof Date ? value : undefined;
};
/** A text property; the code page is that of the message. */
export const textOf = ({ properties }: MapiItem, id: number, codePage: number | undefined): string | undefined => {
  const found = properties.get(id);
  if (!(found?.value instanceof Uint8Array)) return undefined;
  if (found.type === mapiTypes.text) return untilNul(new TextDecoder('utf-16le').decode(found.value));
  return found.type === mapiTypes.text8 ? untilNul(decodeText(found.value, codePage)) : undefined;
};
