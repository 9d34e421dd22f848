import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Platform, Upload } from '../context.ts';
import { AppError } from '../errors.ts';
import { scratchPath } from '../files.ts';
import { addText, noFields } from './query-string.ts';
import { readTexts } from './text-input.ts';
import type { UploadShare } from './upload-share.ts';

export type Multipart = { body: Record<string, unknown>; uploads: Record<string, Upload>; clean(): Promise<void> };

/** Form fields with lists or objects are sent as JSON text; their names have this suffix. */
const JSON_ENDING = '__json';
/** Limits of form fields, which are kept in memory: few beside a file, otherwise together the size of a JSON body. */
const fieldLimits = (e: Endpoint) =>
  'upload' in e && e.upload
    ? { fields: 20, parts: 30, fieldSize: 60_000, fieldNameSize: 100 }
    : { fields: 30_000, parts: 30_000, fieldSize: 1_000_000, fieldNameSize: 100 };

/**
 * Streams the files of a multipart request to the scratch folder, never through memory, each within the limit of its
 * endpoint. A name may carry one file. `share` counts the sender's bytes on the disk. The caller always calls
 * `clean`, which deletes the files.
 */
export const readMultipart = async (
  platform: Platform,
  request: FastifyRequest,
  e: Endpoint,
  share: UploadShare,
): Promise<Multipart> => {
  const limits = ('upload' in e && e.upload) || {};
  const fields = fieldLimits(e);
  const paths: string[] = [];
  const texts = noFields();
  const found: Multipart = {
    body: {},
    uploads: {},
    async clean() {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      share.end();
    },
  };
  let size = 0;
  try {
    for await (const part of request.parts({
      limits: { fileSize: Math.max(1, ...Object.values(limits)), files: 5, ...fields },
    })) {
      if (part.type === 'file') {
        const limit = limits[part.fieldname];
        if (limit === undefined)
          throw new AppError('request.invalid', [{ field: part.fieldname, code: 'unexpected_file' }]);
        if (Object.hasOwn(found.uploads, part.fieldname))
          throw new AppError('request.invalid', [{ field: part.fieldname, code: 'repeated_file' }]);
        const path = scratchPath(platform.files, '.upload');
        paths.push(path);
        const stored = await keep(part, path, limit, share);
        found.uploads[part.fieldname] = { path, name: part.filename.slice(0, 255), type: part.mimetype, size: stored };
        continue;
      }
      const value = String(part.value);
      size += Buffer.byteLength(value);
      if (part.valueTruncated || size > fields.fieldSize)
        throw new AppError('request.too_large', { limit: fields.fieldSize });
      if (part.fieldname.endsWith(JSON_ENDING))
        found.body[part.fieldname.slice(0, -JSON_ENDING.length)] = parseJson(part.fieldname, value);
      else addText(texts, part.fieldname, value);
    }
    found.body = { ...readTexts('body' in e ? e.body : undefined, texts), ...found.body };
    return found;
  } catch (error) {
    // Read and discard the rest of the body: many clients read the answer only after they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
    await found.clean();
    throw rejectionOf(platform, error);
  }
};

/** A disk error is our fault; any other error is a body that cannot be parsed. */
const rejectionOf = (platform: Platform, error: unknown): unknown => {
  if (error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined) return error;
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return new AppError('request.malformed');
  platform.log.error({ reason: message }, 'an upload could not be stored');
  return new AppError('server.unavailable', undefined, 5);
};

/** Writes one file of the request and returns its size. */
const keep = async (part: MultipartFile, path: string, limit: number, share: UploadShare): Promise<number> => {
  const out = createWriteStream(path, { flags: 'wx' });
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      share.take(chunk.length);
      yield chunk;
    }
  };
  await pipeline(part.file, counted, out);
  if (part.file.truncated || out.bytesWritten > limit) throw new AppError('request.too_large', { limit });
  return out.bytesWritten;
};

const parseJson = (field: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('request.invalid', [{ field, code: 'invalid_json' }]);
  }
};
