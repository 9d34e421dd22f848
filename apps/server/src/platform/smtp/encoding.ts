/** Where the next character of a quoted-printable line would end it; one column is kept for the soft break. */
const LIMIT = 75;
const SAFE = /^[\x20-\x3c\x3e-\x7e]*$/;
const SOFT = '=\r\n';

/**
 * Quoted-printable for a piece of text that starts at the beginning of a line. Pieces are joined with soft breaks
 * (`joinable`), so each can be encoded without knowing its neighbours: that is what lets a template be encoded once.
 */
export const encodeQp = (text: string): string => {
  let out = '';
  let column = 0;
  const lines = text.toWellFormed().split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    if (index) {
      out += '\r\n';
      column = 0;
    }
    if (line.length <= LIMIT && SAFE.test(line) && !/^\.|^From |\s$/.test(line)) {
      out += line;
      column = line.length;
      continue;
    }
    const chars = [...line];
    for (const [i, char] of chars.entries()) {
      let token = qpToken(char, i === chars.length - 1);
      if (column + token.length > LIMIT) {
        out += SOFT;
        column = 0;
      }
      // A dot could be taken for the end of the email, and «From » is altered by old mail stores.
      if (column === 0 && (char === '.' || (char === 'F' && chars.slice(i, i + 5).join('') === 'From ')))
        token = hex(char);
      out += token;
      column += token.length;
    }
  }
  return out;
};

const qpToken = (char: string, last: boolean): string => {
  const code = char.codePointAt(0)!;
  if (code === 0x20 || code === 0x09) return last ? hex(char) : char; // blanks at a line's end get lost on the way
  return code > 0x20 && code < 0x7f && code !== 0x3d ? char : hex(char);
};

const hex = (char: string): string => {
  let out = '';
  for (const byte of Buffer.from(char)) out += `=${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  return out;
};

/** Ends a piece of quoted-printable so that another can follow without a line break in between. */
export const joinable = (encoded: string): string =>
  encoded === '' || encoded.endsWith('\n') ? encoded : encoded + SOFT;

/** Base64 in lines of 76. */
export const encodeBase64 = (data: Buffer): string => {
  const text = data.toString('base64');
  let out = '';
  for (let i = 0; i < text.length; i += 76) out += `${text.slice(i, i + 76)}\r\n`;
  return out;
};

/** Line ends as mail wants them. */
export const toCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/** True where quoted-printable is the shorter encoding: fewer than one byte in six needs escaping. */
export const prefersQp = (text: string): boolean => {
  const bytes = Buffer.byteLength(text);
  return (bytes - text.replace(/\P{ASCII}/gu, '').length) * 6 <= bytes;
};
