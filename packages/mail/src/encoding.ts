import { encode as toBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { encode as toQp, wrap as wrapQp } from 'nodemailer/lib/qp';

/** Converts line ends to CRLF. */
const toCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/**
 * Quoted-printable for a piece of text. A piece that does not end with a line break gets a soft one, so that pieces
 * can be encoded independently: this allows encoding a template once.
 */
export const encodeQp = (text: string): string => {
  // One column is reserved for the soft break.
  const encoded = wrapQp(toQp(toCrlf(text)), 75);
  return encoded === '' || encoded.endsWith('\n') ? encoded : `${encoded}=\r\n`;
};

/** Base64 of bytes, or of a text whose line ends become CRLF, in lines of 76. */
export const encodeBase64 = (content: Buffer | string): string =>
  wrapBase64(toBase64(typeof content === 'string' ? toCrlf(content) : content));

/**
 * Base64 of a text with gaps. The texts between the gaps are encoded once, for each of the three positions that they can have
 * within a group of three bytes; filling the gaps encodes only the values and the bytes next to them. So some lines are shorter
 * than 76, which readers ignore.
 */
export const prepareBase64 = (statics: readonly string[]): ((values: readonly string[]) => string) => {
  const parts = statics.map((text) => [0, 1, 2].map((skipped) => splitGroups(Buffer.from(toCrlf(text)), skipped)));
  return (values) => {
    let out = '';
    let pending: Buffer = EMPTY;
    for (let i = 0; i < parts.length; i++) {
      const value = i === 0 ? EMPTY : Buffer.from(toCrlf(values[i - 1]!));
      const { head, lines, rest } = parts[i]![(3 - ((pending.length + value.length) % 3)) % 3]!;
      const bytes = Buffer.concat([pending, value, head]);
      if (lines === null) {
        pending = bytes; // too short to complete a group
        continue;
      }
      if (bytes.length > 0) out += `${encodeBase64(bytes)}\r\n`;
      out += lines;
      pending = rest;
    }
    return pending.length > 0 ? out + encodeBase64(pending) : out;
  };
};

const EMPTY = Buffer.alloc(0);
type Groups = { readonly head: Buffer; readonly lines: string | null; readonly rest: Buffer };

/** The bytes after the first `skipped` ones as complete lines, and what is left; `lines` is null if there are fewer bytes. */
const splitGroups = (bytes: Buffer, skipped: number): Groups => {
  if (bytes.length < skipped) return { head: bytes, lines: null, rest: EMPTY };
  const end = bytes.length - ((bytes.length - skipped) % 3);
  const middle = encodeBase64(bytes.subarray(skipped, end));
  return {
    head: bytes.subarray(0, skipped),
    lines: middle && `${middle}\r\n`,
    rest: Buffer.from(bytes.subarray(end)),
  };
};

/** True if quoted-printable is the shorter encoding: fewer than one byte in six needs escaping. */
export const prefersQp = (text: string): boolean => {
  const bytes = Buffer.byteLength(text);
  return (bytes - text.replace(/\P{ASCII}/gu, '').length) * 6 <= bytes;
};
