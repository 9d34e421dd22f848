import { deEncapsulateSync } from 'rtf-stream-parser';
import { decodeText } from './mapi-item.ts';

/** What every compressed text may refer to before it has written anything, as [MS-OXRTFCP] defines it. */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript ' +
  '\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
  '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const WINDOW = 4_096;
/** One run of the compression is at most so much longer than its reference. */
const EXPANSION = 9;
const RTF_MAX = 20_000_000;

/** Unpacks a compressed text; null if it is malformed or too long. A text that ends too early is read to its end. */
export const decompressRtf = (bytes: Uint8Array): Buffer | null => {
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (input.length < HEADER_BYTES) return null;
  const [rawSize, kind] = [input.readUInt32LE(4), input.readUInt32LE(8)];
  if (kind === UNCOMPRESSED) return input.subarray(HEADER_BYTES, HEADER_BYTES + rawSize);
  if (kind !== COMPRESSED || rawSize > RTF_MAX) return null;
  const window = Buffer.alloc(WINDOW);
  let at = window.write(DICTIONARY, 'latin1');
  const output = Buffer.alloc(Math.min(rawSize, input.length * EXPANSION));
  let length = 0;
  const write = (byte: number): void => {
    output[length++] = byte;
    window[at] = byte;
    at = (at + 1) % WINDOW;
  };
  for (let from = HEADER_BYTES; from < input.length && length < output.length;) {
    const control = input[from++]!;
    for (let bit = 0; bit < 8 && from < input.length && length < output.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        write(input[from++]!);
        continue;
      }
      if (from + 1 >= input.length) return output.subarray(0, length);
      const token = input.readUInt16BE(from);
      from += 2;
      const start = token >> 4;
      if (start === at) return output.subarray(0, length);
      for (let n = 0; n < (token & 15) + 2 && length < output.length; n += 1) write(window[(start + n) % WINDOW]!);
    }
  }
  return output.subarray(0, length);
};

/** The library needs time that grows with the square of the depth; Outlook writes a few groups within each other. */
const GROUPS_MAX = 100;
const isTooDeep = (rtf: Buffer): boolean => {
  let depth = 0;
  for (let at = 0; at < rtf.length; at += 1) {
    const byte = rtf[at];
    if (byte === 92) at += 1;
    else if (byte === 123) depth += 1;
    else if (byte === 125) depth -= 1;
    if (depth > GROUPS_MAX) return true;
  }
  return false;
};

const CODE_PAGE = /^(?:cp|windows-?)?(\d+)$/i;
const decode = (bytes: Buffer, charset: string): string => {
  const page = CODE_PAGE.exec(charset)?.[1];
  return decodeText(bytes, page === undefined || page === '0' ? undefined : Number(page));
};

/** The HTML or the text in a compressed RTF. RTF that holds neither is read as text without its formatting. */
export const textOfRtf = (bytes: Uint8Array): { html?: string; text?: string } | undefined => {
  const rtf = decompressRtf(bytes);
  if (!rtf || !/^\s*\{\\rtf/.test(rtf.subarray(0, 100).toString('latin1')) || isTooDeep(rtf)) return undefined;
  const isEncapsulated = /\\from(?:html|text)/.test(rtf.subarray(0, 1_000).toString('latin1'));
  const source = isEncapsulated
    ? rtf
    : Buffer.from(rtf.toString('latin1').replace(/\\rtf1?/, '\\rtf1\\ansi\\fromtext'), 'latin1');
  try {
    const { mode, text } = deEncapsulateSync(source, { decode, warn: () => undefined, allowCp0: true });
    return mode === 'html' ? { html: String(text) } : { text: String(text) };
  } catch {
    return undefined;
  }
};
