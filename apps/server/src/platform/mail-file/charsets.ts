import { isUtf8 } from 'node:buffer';
import { detectEncoding } from '@sergak/sheets/csv-encoding.ts';

/** Windows code pages that have another name in the encoding standard. */
const codePages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  10_007: 'x-mac-cyrillic',
  20_127: 'windows-1252',
  20_866: 'koi8-r',
  21_866: 'koi8-u',
  50_220: 'iso-2022-jp',
  51_932: 'euc-jp',
  54_936: 'gb18030',
  65_001: 'utf-8',
};

const decoderOf = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
};

/** Decoders by label: making one costs more than decoding a line. Made-up labels do not fill the memory. */
const known = new Map<string, TextDecoder | null>();
const KNOWN_MAX = 200;

/** The decoder of a charset as mail programs and pages name it: `cp-1251`, `win1251` and `koi8r` as well. Null if unknown. */
export const findDecoder = (label: string): TextDecoder | null => {
  const earlier = known.get(label);
  if (earlier !== undefined) return earlier;
  const decoder = makeDecoder(label);
  if (known.size < KNOWN_MAX) known.set(label, decoder);
  return decoder;
};

const makeDecoder = (label: string): TextDecoder | null => {
  const name = label.trim().toLowerCase();
  const bare = name.replace(/^(?:x-|cs)/, '').replace(/[\s._-]+/g, '');
  const page = /^(?:windows|win|cp|ms|ibm)?(\d{3,5})$/.exec(bare)?.[1];
  return (
    decoderOf(name) ??
    decoderOf(bare) ??
    decoderOf(bare.replace(/^iso8859/, 'iso-8859-').replace(/^koi8(?=[ru]$)/, 'koi8-')) ??
    (page === undefined ? null : decoderOfCodePage(Number(page)))
  );
};

const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i;
/** The decoder of the charset that a page names in its `meta`; null without it. */
export const decoderOfMeta = (html: Uint8Array): TextDecoder | null => {
  const head = Buffer.from(html.subarray(0, 4_096)).toString('latin1');
  const label = META_CHARSET.exec(head)?.[1];
  return label === undefined ? null : findDecoder(label);
};

/** The decoder of a Windows code page; null if the encoding standard does not know it. */
export const decoderOfCodePage = (page: number): TextDecoder | null => {
  if (page >= 28_591 && page <= 28_606) return decoderOf(`iso-8859-${page - 28_590}`);
  return decoderOf(codePages[page] ?? `windows-${page}`);
};

/** Detection costs six decodings, so only the beginning of a text is judged. */
const JUDGED_BYTES = 4_000;

/** The charset of bytes that are not UTF-8: the most plausible one of the Cyrillic charsets and Windows-1252. */
export const guessCharset = (bytes: Uint8Array): string => {
  const judged: number[] = [];
  // ASCII characters say something only next to others.
  for (let at = 0; at < bytes.length && judged.length < JUDGED_BYTES; at += 1)
    if (bytes[at]! > 127 || (bytes[at - 1] ?? 0) > 127 || (bytes[at + 1] ?? 0) > 127) judged.push(bytes[at]!);
  return detectEncoding(Uint8Array.from(judged)) ?? 'windows-1251';
};

/** Whether the bytes are UTF-8, apart from a few characters that were cut. */
export const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  if (isUtf8(bytes)) return true;
  let [lost, kept] = [0, 0];
  for (const char of new TextDecoder().decode(bytes))
    if (char === '\uFFFD') lost += 1;
    else if (char > '\x7F') kept += 1;
  return lost * 10 <= kept;
};
