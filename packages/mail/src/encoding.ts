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

/** True if quoted-printable is the shorter encoding: fewer than one byte in six needs escaping. */
export const prefersQp = (text: string): boolean => {
  const bytes = Buffer.byteLength(text);
  return (bytes - text.replace(/\P{ASCII}/gu, '').length) * 6 <= bytes;
};
