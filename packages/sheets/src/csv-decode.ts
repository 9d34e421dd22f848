import { CONCLUSIVE_BYTES, detectEncoding } from './csv-encoding.ts';
import { SheetError } from './sheet-types.ts';

/** Valid multi-byte characters after which the file is UTF-8: eight-bit text does not contain that many by chance. */
const PROOF_OF_UTF8 = 8;
/** Maximum number of bytes that are held back while the encoding is unknown. */
const MAX_HELD = 1024 * 1024;
/** Number of held bytes that are decoded in each encoding to compare them. */
const SAMPLE = 256 * 1024;

const signatures: [name: string, bytes: number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['gzip', [0x1f, 0x8b]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
];

/** Beginnings of texts that are no tables: what systems call “export to Excel” is often a web page, and spreadsheets have text formats. */
const structured: [name: string, start: RegExp][] = [
  ['markup', /^\s*<(?:!doctype|html|head|meta|body|table|\?xml|workbook)\b/i],
  ['json', /^\s*(?:\[\s*)?\{\s*"/],
  ['vcard', /^\s*BEGIN:V(?:CARD|CALENDAR)\b/i],
  ['sylk', /^ID;P[A-Z\d]*(?:;[NE])*\s*\n(?:[BCFOPW];|E\b)/],
  ['dif', /^TABLE\s*\n0,1\s*\n/],
  ['ldif', /^(?:version:\s*1\s+)?dn::? /i],
];
const START = 1000;

/** Rejects a text that is no table, by its beginning. */
const requireTable = (text: string): string => {
  const found = structured.find(([, start]) => start.test(text.slice(0, START)))?.[0];
  if (found) throw new SheetError('not_text', { detail: found });
  return text;
};

/** Returns the kind of a file that is not text, by its first bytes. */
export const binaryKind = (head: Uint8Array) =>
  signatures.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0];

/** Decodes the text of a table: UTF-8, UTF-16, or an eight-bit encoding, detected while it streams. */
export async function* decodeText(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let begun = false;
  for await (const text of decodedPieces(source, maxBytes)) {
    if (text === '') continue;
    // The beginning of a text with letters of other alphabets is known only when its encoding is.
    yield begun ? text : requireTable(text);
    begun = true;
  }
}

async function* decodedPieces(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let decode: ReturnType<typeof textDecoder> | undefined;
  let total = 0;
  let head = new Uint8Array(0);
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw new SheetError('too_large', { limit: maxBytes });
    if (decode) {
      yield decode(chunk, false);
      continue;
    }
    head = join(head, chunk);
    if (head.length < 4) continue;
    decode = textDecoder(head);
    yield decode(head, false);
  }
  decode ??= textDecoder(head);
  yield decode(total < 4 ? head : new Uint8Array(0), true);
}

const textDecoder = (head: Uint8Array) => {
  const kind = binaryKind(head);
  if (kind) throw new SheetError('not_text', { detail: kind });
  if (head[0] === 0xff && head[1] === 0xfe) return marked('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return marked('utf-16be');
  // Without a mark: in a Latin or Cyrillic text every second byte is a zero or a four, which begin no other text.
  if (isHigh(head[1]) && isHigh(head[3]) && !isHigh(head[0])) return marked('utf-16le');
  if (isHigh(head[0]) && isHigh(head[2]) && !isHigh(head[1])) return marked('utf-16be');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return marked('utf-8');
  return guessed();
};

const isHigh = (byte: number | undefined) => byte === 0 || byte === 4;

const marked = (encoding: string) => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk: Uint8Array, last: boolean) => noNul(strict(() => decoder.decode(chunk, { stream: !last })));
};

/**
 * ASCII is the same in all encodings and is returned at once. From the first other byte on, bytes are held back until they
 * are known to be UTF-8, or are invalid UTF-8 and numerous enough for a verdict. Invalid bytes after the decision are an
 * error, not a change of encoding.
 */
const guessed = () => {
  let held = new Uint8Array(0);
  let known: TextDecoder | undefined;
  return (chunk: Uint8Array, last: boolean): string => {
    if (known) {
      const decoder = known;
      return noNul(strict(() => decoder.decode(chunk, { stream: !last })));
    }
    if (held.length === 0 && isAscii(chunk)) return noNul(new TextDecoder('latin1').decode(chunk));
    held = join(held, chunk);
    const encoding = encodingOf(held, last);
    if (encoding === undefined) return '';
    const decoder = (known = new TextDecoder(encoding, { fatal: true }));
    const text = strict(() => decoder.decode(held, { stream: !last }));
    held = new Uint8Array(0);
    return noNul(text);
  };
};

/** Returns the encoding of the held bytes, or undefined while more are needed. Throws if no encoding gives words. */
const encodingOf = (held: Uint8Array, last: boolean): string | undefined => {
  const enough = last || held.length >= MAX_HELD;
  const { valid, characters } = measureUtf8(held, last);
  if (characters >= PROOF_OF_UTF8) return 'utf-8';
  if (valid) return enough ? 'utf-8' : undefined;
  const telling = held.filter((byte) => byte > 0x7f).length;
  if (!enough && telling < CONCLUSIVE_BYTES) return undefined;
  const encoding = detectEncoding(held.subarray(0, SAMPLE));
  if (encoding === null) throw new SheetError('encoding');
  return encoding;
};

/** Counts valid multi-byte characters up to the first error. An unfinished character at the end is an error if `last`. */
const measureUtf8 = (bytes: Uint8Array, last: boolean) => {
  let characters = 0;
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i]!;
    const size =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead < 0xe0
          ? 2
          : lead >= 0xe0 && lead < 0xf0
            ? 3
            : lead >= 0xf0 && lead < 0xf5
              ? 4
              : 0;
    if (size === 0) return { valid: false, characters };
    for (let k = 1; k < size; k++) {
      const next = bytes[i + k];
      if (next === undefined) return { valid: !last, characters };
      if ((next & 0xc0) !== 0x80) return { valid: false, characters };
    }
    if (size > 1 && ++characters >= PROOF_OF_UTF8) return { valid: true, characters };
    i += size;
  }
  return { valid: true, characters };
};

const isAscii = (bytes: Uint8Array) => {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
};

const join = (a: Uint8Array, b: Uint8Array) => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

const strict = (decode: () => string) => {
  try {
    return decode();
  } catch {
    throw new SheetError('encoding');
  }
};

const noNul = (text: string) => {
  if (text.includes('\0')) throw new SheetError('not_text', { detail: 'binary' });
  return text;
};
