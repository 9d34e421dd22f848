const CR = 13;
const LF = 10;
const DOT = 46;
const END = Buffer.from('.\r\n');
const CRLF_END = Buffer.from('\r\n.\r\n');

/**
 * Encodes an email for transfer after 354: every line ends with CRLF, a line that starts with a dot gets a second dot, and a
 * single dot ends the email. A bare CR or LF becomes CRLF: of two servers one could treat «LF . LF» as the end of the email, and
 * the rest as commands.
 */
export const frameBody = (message: Buffer): Buffer[] => {
  const parts: Buffer[] = [];
  let start = 0; // first byte not yet in parts
  const length = message.length;
  for (let i = 0, lineStart = true; i < length; i++) {
    const byte = message[i];
    if (lineStart && byte === DOT) {
      parts.push(message.subarray(start, i + 1));
      start = i; // writes the dot a second time
    }
    lineStart = byte === LF;
    if (byte === CR && message[i + 1] === LF) {
      i += 1;
      lineStart = true;
    } else if (byte === CR || byte === LF) {
      parts.push(message.subarray(start, i), NEWLINE);
      start = i + 1;
      lineStart = true;
    }
  }
  const whole = start === 0;
  if (start < length) parts.push(whole ? message : message.subarray(start));
  const closed = length === 0 || message[length - 1] === LF || message[length - 1] === CR;
  parts.push(closed ? END : CRLF_END);
  // Writing many small buffers costs more than copying them into one.
  return parts.length > 8 ? [Buffer.concat(parts)] : parts;
};

const NEWLINE = Buffer.from('\r\n');
