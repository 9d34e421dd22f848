import type { Address } from './address.ts';

/** An email that cannot be built; the text names the place and never quotes the value. */
export class MessageError extends Error {}

/** Any character that could begin a new header line, or that some reader takes for one. */
const BREAKING = /[\r\n\0]/;
const PLAIN = /^[\x20-\x7e]*$/;
const WIDTH = 76;

/** Refuses text that could leave its header. */
export const checkHeaderText = (text: string, place: string): string => {
  if (BREAKING.test(text)) throw new MessageError(`${place} must not contain line breaks`);
  return text;
};

/**
 * Text for an unstructured header (a subject), folded and, where needed, encoded by RFC 2047. `column` is how much of
 * the first line the header's name already takes.
 */
export const encodeText = (text: string, column: number, place: string): string => {
  checkHeaderText(text, place);
  // «=?» would be decoded by the reader; blanks at the ends and long lines do not survive folding in the plain.
  const plain = PLAIN.test(text) && !text.includes('=?') && text.trim() === text && column + text.length <= WIDTH;
  return plain ? text : encodeWords(text, column);
};

/** RFC 2047 «B» words: each at most 75 characters long and holding whole characters only. */
const encodeWords = (text: string, column: number): string => {
  const words: string[] = [];
  let room = bytesFor(column);
  let word = '';
  let size = 0;
  for (const char of text.toWellFormed()) {
    const bytes = Buffer.byteLength(char);
    if (size + bytes > room) {
      words.push(word);
      room = bytesFor(1);
      word = '';
      size = 0;
    }
    word += char;
    size += bytes;
  }
  words.push(word);
  return words.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
};

const bytesFor = (column: number) => Math.max(1, Math.floor((WIDTH - column - 12) / 4)) * 3;

/** A display name with its address, as in From and To. */
export const encodeMailbox = (name: string | undefined, address: Address, column: number, place: string): string => {
  if (!name) return address;
  const shown = encodeName(name, column, place);
  const last = shown.slice(shown.lastIndexOf('\n') + 1);
  const used = last.length + (last === shown ? column : 0);
  return `${shown}${used + address.length + 3 > WIDTH ? '\r\n ' : ' '}<${address}>`;
};

const encodeName = (name: string, column: number, place: string): string => {
  checkHeaderText(name, place);
  if (!PLAIN.test(name) || name.includes('=?') || column + name.length + 2 > WIDTH) return encodeWords(name, column);
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(name)) return name;
  return `"${name.replace(/["\\]/g, '\\$&')}"`;
};

const OWN = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'return-path',
  'received',
]);

/** Lines for additional headers; those that the builder writes itself are refused. */
export const encodeHeaders = (headers: Readonly<Record<string, string>>): string => {
  let lines = '';
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (!/^[a-z0-9][a-z0-9-]*$/i.test(name) || OWN.has(lower) || lower.startsWith('content-')) {
      throw new MessageError(`The header name ${JSON.stringify(name.slice(0, 40))} cannot be used`);
    }
    lines += `${name}: ${encodeValue(headers[name]!, name)}\r\n`;
  }
  return lines;
};

// Machine-readable values (ids, MACs) stay as they are even beyond 76 columns: 998 is the hard limit.
const encodeValue = (value: string, name: string): string => {
  checkHeaderText(value, `The header ${name}`);
  const asIs = PLAIN.test(value) && value.trim() === value && name.length + value.length < 990;
  return asIs ? value : encodeWords(value, name.length + 2);
};

/** RFC 5322 date, in UTC. */
export const encodeDate = (date: Date): string => {
  if (Number.isNaN(date.getTime())) throw new MessageError('The date is not valid');
  return date.toUTCString().replace('GMT', '+0000');
};

export const checkMessageId = (id: string): string => {
  if (!/^<[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+>$/.test(id) || id.length > 250) {
    throw new MessageError('The Message-ID must look like <left@right>');
  }
  return id;
};

/** The parameter `filename` of Content-Disposition, by RFC 2231 where it is not plain. */
export const encodeFilename = (name: string): string => {
  checkHeaderText(name, 'A file name');
  if (/^[a-z0-9 ._()-]{1,50}$/i.test(name)) return ` filename="${name}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const pieces = encoded.match(/(?:%[0-9A-F]{2}|[^%]){1,18}/g) ?? [''];
  if (pieces.length === 1) return ` filename*=UTF-8''${pieces[0]}`;
  return pieces.map((piece, i) => `\r\n filename*${i}*=${i === 0 ? "UTF-8''" : ''}${piece}`).join(';');
};
