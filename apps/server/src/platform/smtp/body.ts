const CR = 13;
const LF = 10;
const DOT = 46;
const END = Buffer.from('.\r\n');
const CRLF_END = Buffer.from('\r\n.\r\n');

/**
 * An email as it travels after 354: every line ends with CRLF, lines starting with a dot get a second one, and the
 * lone dot closes it. A bare CR or LF is made a full line end: passed on as it is, one server could read «LF . LF» as
 * the end where the other does not, and take the rest for commands.
 */
export const frameBody = (message: Buffer): Buffer[] => {
  const parts: Buffer[] = [];
  let start = 0; // first byte not yet in parts
  const length = message.length;
  for (let i = 0, lineStart = true; i < length; i++) {
    const byte = message[i];
    if (lineStart && byte === DOT) {
      parts.push(message.subarray(start, i + 1));
      start = i; // the dot itself once more
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
  // Many small pieces cost more as writes than as one copy.
  return parts.length > 8 ? [Buffer.concat(parts)] : parts;
};

const NEWLINE = Buffer.from('\r\n');
