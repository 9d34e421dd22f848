import { isUtf8 } from 'node:buffer';
import { decoderOfMeta, findDecoder, guessCharset, isMostlyUtf8 } from './charsets.ts';
import { latin1, scanMime, type MimeBlock } from './mime-scan.ts';

// The mail parser reads headers as UTF-8 and a body as the charset that it names. Mail programs also write headers in the
// charset of the body, and bodies that name none or a wrong one. Such a message is rewritten before it is parsed.

/** A charset is judged by so many bytes of a body. */
const SAMPLE_BYTES = 65_536;

/** Charsets that a mail program may name for text that it did not look at. */
const isCertain = (decoder: TextDecoder): boolean => !/^(?:utf-|replacement)/.test(decoder.encoding);
const isAsciiLabel = (label: string): boolean => /^(?:us-)?ascii$|^ansi_x3\.4/i.test(label.trim());
const isText = ({ headers: { type, boundary } }: MimeBlock): boolean =>
  boundary === null && (type === null || type.startsWith('text/'));

type Edit = { readonly start: number; readonly end: number; readonly text: Buffer };

/** The first charset other than UTF-8 that a text of each message names. */
const namedCharsets = (blocks: readonly MimeBlock[]): Map<number, TextDecoder> => {
  const named = new Map<number, TextDecoder>();
  for (const { message, headers } of blocks) {
    if (headers.charset === null || isAsciiLabel(headers.charset) || named.has(message)) continue;
    if (headers.type !== null && !/^(?:text|multipart)\//.test(headers.type)) continue;
    const decoder = findDecoder(headers.charset);
    if (decoder && isCertain(decoder)) named.set(message, decoder);
  }
  return named;
};

/** The ranges of the fields of a header block, with their folded lines. */
const fieldRanges = (raw: Uint8Array, { start, bodyStart }: MimeBlock): [start: number, end: number][] => {
  const ranges: [number, number][] = [];
  for (let at = start; at < bodyStart;) {
    const found = raw.indexOf(10, at);
    const next = found < 0 || found >= bodyStart ? bodyStart : found + 1;
    const last = ranges.at(-1);
    if (last && (raw[at] === 32 || raw[at] === 9)) last[1] = next;
    else ranges.push([at, next]);
    at = next;
  }
  return ranges;
};

/** Rewrites the fields of a block that are not UTF-8. */
const headerEdits = (raw: Uint8Array, block: MimeBlock, named: TextDecoder | undefined): Edit[] => {
  const foreign = fieldRanges(raw, block).filter(([start, end]) => !isMostlyUtf8(raw.subarray(start, end)));
  if (foreign.length === 0) return [];
  const decoder =
    named ?? new TextDecoder(guessCharset(Buffer.concat(foreign.map(([start, end]) => raw.subarray(start, end)))));
  return foreign.map(([start, end]) => ({ start, end, text: Buffer.from(decoder.decode(raw.subarray(start, end))) }));
};

const WORD = /=\?utf-?8(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]*)\?=/gi;
const bytesOfWord = (isBase64: boolean, text: string): Buffer =>
  isBase64
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text
          .replaceAll('_', ' ')
          .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
      );

/** Encoded words that a mail program has cut within a character, joined: each one alone would end and begin with broken ones. */
const joinedWords = (text: string): string => {
  const words = Array.from(text.matchAll(WORD), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    bytes: bytesOfWord(match[1]!.toLowerCase() === 'b', match[2]!),
  }));
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < words.length;) {
    let last = at;
    while (words[last + 1] && text.slice(words[last]!.end, words[last + 1]!.start).trim() === '') last += 1;
    const run = words.slice(at, last + 1);
    if (run.length > 1 && run.some(({ bytes }) => !isUtf8(bytes))) {
      const whole = Buffer.concat(run.map(({ bytes }) => bytes)).toString('base64');
      parts.push(text.slice(from, run[0]!.start), `=?utf-8?B?${whole}?=`);
      from = words[last]!.end;
    }
    at = last + 1;
  }
  return parts.join('') + text.slice(from);
};

const ENCODED_WORD = /=\?((?:x-)?(?:win|cp|koi|iso|ibm|ms|mac)[\w.-]{1,20})(\*[\w-]{1,20})?(?=\?[bq]\?)/gi;
/** Encoded words with the name of their charset in the spelling that the parser knows: `koi8r` becomes `koi8-r`. */
const wordEdits = (raw: Uint8Array, block: MimeBlock): Edit[] =>
  fieldRanges(raw, block).flatMap(([start, end]): Edit[] => {
    const text = latin1(raw, start, end);
    if (!text.includes('=?')) return [];
    const spelled = joinedWords(
      text.replace(ENCODED_WORD, (_, label: string) => `=?${findDecoder(label)?.encoding ?? label}`),
    );
    return spelled === text ? [] : [{ start, end, text: Buffer.from(spelled, 'latin1') }];
  });

const decodedSample = (raw: Uint8Array, { bodyStart, end, headers }: MimeBlock): Buffer => {
  const text = latin1(raw, bodyStart, Math.min(end, bodyStart + SAMPLE_BYTES));
  if (headers.encoding.includes('base64')) return Buffer.from(text, 'base64');
  if (!headers.encoding.includes('quoted-printable')) return Buffer.from(text, 'latin1');
  const plain = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, 'latin1');
};

/** The charset that the body of a text is really in, if it names none or cannot be in the one that it names. */
const betterCharset = (raw: Uint8Array, block: MimeBlock): string | null => {
  const label = block.headers.charset;
  const decoder = label === null || isAsciiLabel(label) ? null : findDecoder(label);
  if (decoder && isCertain(decoder)) return decoder.encoding === label!.toLowerCase() ? null : decoder.encoding;
  if (decoder?.encoding.startsWith('utf-16')) return null;
  const sample = decodedSample(raw, block);
  if (isMostlyUtf8(sample)) return label === null || decoder ? null : 'utf-8';
  const stated = decoderOfMeta(sample);
  return stated && isCertain(stated) ? stated.encoding : guessCharset(sample);
};

const CHARSET = /;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/i;
/** Names the charset in the headers of a block. */
const charsetEdit = (raw: Uint8Array, block: MimeBlock, charset: string): Edit => {
  const range = fieldRanges(raw, block).find(([start, end]) =>
    /^content-type[ \t]*:/i.test(latin1(raw, start, Math.min(end, start + 40))),
  );
  if (!range)
    return {
      start: block.start,
      end: block.start,
      text: Buffer.from(`Content-Type: text/plain; charset=${charset}\r\n`),
    };
  const text = latin1(raw, ...range)
    .replace(CHARSET, '')
    .trimEnd()
    .replace(/;$/, '');
  return { start: range[0], end: range[1], text: Buffer.from(`${text}; charset=${charset}\r\n`, 'latin1') };
};

const applied = (raw: Uint8Array, edits: readonly Edit[]): Uint8Array => {
  if (edits.length === 0) return raw;
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    pieces.push(raw.subarray(at, start), text);
    at = end;
  }
  return Buffer.concat([...pieces, raw.subarray(at)]);
};

/** The message in which each text names the charset that it is in. */
const withCharsets = (raw: Uint8Array): Uint8Array => {
  const edits = scanMime(raw).flatMap((block): Edit[] => {
    const charset = isText(block) ? betterCharset(raw, block) : null;
    return charset === null ? [] : [charsetEdit(raw, block, charset)];
  });
  return applied(raw, edits);
};

/** The message in which encoded words name charsets that the parser knows. */
const withKnownWords = (raw: Uint8Array): Uint8Array =>
  applied(
    raw,
    scanMime(raw).flatMap((block) => wordEdits(raw, block)),
  );

/** The message in which all headers are UTF-8. */
const withUnicodeHeaders = (raw: Uint8Array): Uint8Array => {
  const blocks = scanMime(raw);
  const named = namedCharsets(blocks);
  return applied(
    raw,
    blocks.flatMap((block) => headerEdits(raw, block, named.get(block.message))),
  );
};

/**
 * A message whose headers are UTF-8 and whose texts name the charset that they are in. Raw headers are decoded by the charset of
 * the texts, else by the most plausible one.
 */
export const withReadableText = (raw: Uint8Array): Uint8Array => withUnicodeHeaders(withKnownWords(withCharsets(raw)));
