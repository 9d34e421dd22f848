import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '../context.ts';
import type { ByteRange } from '../files.ts';

/**
 * The part that a `Range` header asks for (RFC 9110, section 14): null for the whole file, `unsatisfiable` for a part
 * behind its end. Several parts in one header, and malformed headers, are answered with the whole file.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  if (found[1] === '') {
    const last = Number(found[2]);
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(found[1]);
  const end = found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (found[2] !== '' && Number(found[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
};

/** Sends a file or the requested part of it. File names are encoded as in RFC 6266, so that Cyrillic is kept. */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<void> => {
  const plain = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  void reply
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('cache-control', file.cacheSeconds ? `private, max-age=${file.cacheSeconds}` : 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .type(file.type);
  const { size, openPart } = file;
  const range = size !== undefined && openPart ? rangeOf(request.headers.range, size) : null;
  if (openPart) void reply.header('accept-ranges', 'bytes');
  if (range === null) {
    if (size !== undefined) void reply.header('content-length', size);
    return void reply.send(file.stream);
  }
  if (file.stream instanceof Readable) file.stream.destroy();
  if (range === 'unsatisfiable')
    return void reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send('');
  const part = await openPart!(range);
  void reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(part);
};
