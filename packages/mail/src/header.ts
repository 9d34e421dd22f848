import { encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs';
import { checkAddress } from './address.ts';

/** An email that cannot be built. The text names the place and never quotes the value. */
export class MessageError extends Error {}

export type Mailbox = { address: string; name?: string };

const BREAKING = /[\r\n\0]/;
const PLAIN = /^[\x20-\x7e]*$/;
/** Maximum length of an unencoded text that fits a line after any of our header names. */
const SHORT = 60;

/** Rejects text that could break out of its header: nodemailer would silently replace line breaks with blanks. */
export const checkHeaderText = (text: string, place: string): string => {
  if (BREAKING.test(text)) throw new MessageError(`${place} must not contain line breaks`);
  return text;
};

/** Mail clients would decode «=?»; leading and trailing blanks and long words do not survive folding unencoded. */
const isPlain = (text: string): boolean =>
  PLAIN.test(text) && !text.includes('=?') && text.trim() === text && text.length <= SHORT;

const encodeWords = (text: string): string => encodeWord(text.toWellFormed(), 'B', 52);

/** One header line, encoded by RFC 2047 if necessary and folded at 76 columns. */
export const textHeader = (name: string, text: string, place: string): string => {
  checkHeaderText(text, place);
  return foldLines(`${name}: ${isPlain(text) ? text : encodeWords(text)}`);
};

/** One header line with a display name and an address, such as From and To. */
export const mailboxHeader = (header: string, { name, address }: Mailbox, place: string): string => {
  const checked = checkAddress(address);
  if (!name) return foldLines(`${header}: ${checked}`);
  checkHeaderText(name, place);
  const shown = isPlain(name) ? (/^[\w ]+$/.test(name) ? name : quoteString(name)) : encodeWords(name);
  return foldLines(`${header}: ${shown} <${checked}>`);
};

const OWN = new Set(
  'from to cc bcc sender reply-to subject date message-id mime-version return-path received'.split(' '),
);

/** Lines for additional headers; those that the builder writes itself are rejected. */
export const extraHeaders = (headers: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    if (!/^[a-z0-9][a-z0-9-]*$/i.test(name) || OWN.has(lower) || lower.startsWith('content-'))
      throw new MessageError(`The header name ${JSON.stringify(name.slice(0, 40))} cannot be used`);
    checkHeaderText(value, `The header ${name}`);
    // Values for machines (ids, MACs) are not folded even beyond 76 columns: 998 is the hard limit.
    const asIs = PLAIN.test(value) && value.trim() === value && name.length + value.length < 990;
    return asIs ? `${name}: ${value}` : foldLines(`${name}: ${encodeWords(value)}`);
  });

/** RFC 5322 date, in UTC. */
export const dateHeader = (date: Date): string => {
  if (Number.isNaN(date.getTime())) throw new MessageError('The date is not valid');
  return `Date: ${date.toUTCString().replace('GMT', '+0000')}`;
};

export const messageIdHeader = (id: string): string => {
  if (!/^<[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+>$/.test(id) || id.length > 250)
    throw new MessageError('The Message-ID must look like <left@right>');
  return `Message-ID: ${id}`;
};
