import { inflateSync } from 'node:zlib';
import { AppError } from '../../../platform/errors.ts';

const OBJECT_STREAM_MAX = 20_000_000;
const OBJECT_STREAMS_MAX = 60_000_000;
const active = /\/(?:JavaScript|JS|Launch|RichMedia|XFA|SubmitForm|ImportData|GoToE|GoToR|Rendition)\b/;
const embedded = /\/(?:EmbeddedFiles?|FileAttachment)\b/;

/** Names may be written with escapes: `/J#53` is `/JS`. */
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The objects that are stored compressed, in object streams. */
const objectStreams = (file: Buffer, text: string): string => {
  let out = '';
  let end = 0;
  for (const match of text.matchAll(
    /\/Type\s*\/(?:O|#4f)(?:b|#62)(?:j|#6a)(?:S|#53)(?:t|#74)(?:m|#6d)\b[^]{0,2000}?stream\r?\n/gi,
  )) {
    const from = match.index + match[0].length;
    // Searched onwards only: otherwise a file of many beginnings would be read to its end from each of them.
    if (end >= 0 && end < from) end = text.indexOf('endstream', from);
    try {
      out += inflateSync(file.subarray(from, end < 0 ? undefined : end), {
        maxOutputLength: OBJECT_STREAM_MAX,
      }).toString('latin1');
    } catch {
      throw new AppError('attachment.broken');
    }
    if (out.length > OBJECT_STREAMS_MAX) throw new AppError('attachment.broken');
  }
  return out;
};

/** Throws if a PDF runs something, contains files, is encrypted, or cannot be read. */
export const rejectPdf = (file: Buffer): void => {
  const raw = file.toString('latin1');
  if (!/%%EOF\s*\0*\s*$/.test(raw.slice(-2_000)) || /\/Encrypt\b/.test(raw)) throw new AppError('attachment.broken');
  // Compressed data is no syntax; its bytes could look like a name.
  const outside = raw.replace(/\bstream\r?\n[^]*?(?:endstream|$)/g, 'stream endstream');
  const syntax = plainNames(outside + objectStreams(file, raw));
  if (active.test(syntax)) throw new AppError('attachment.script');
  if (embedded.test(syntax)) throw new AppError('attachment.embedded');
};
