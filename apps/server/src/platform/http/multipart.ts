import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Platform, Upload } from '../context.ts';
import { AppError } from '../errors.ts';
import { scratchPath } from '../files.ts';
import type { UploadShare } from './upload-share.ts';

export type Multipart = { body: Record<string, unknown>; uploads: Record<string, Upload>; clean(): Promise<void> };

/** Fields of a form that carry lists or objects are sent as JSON text, named with this ending. */
const JSON_ENDING = '__json';
/** Fields are kept in memory; no form has more or longer ones. */
const FIELDS = { fields: 20, fieldSize: 20_000, fieldNameSize: 100 } as const;

/**
 * Streams the files of a multipart request to the scratch folder, never through memory, each within the limit of its
 * endpoint; a name may carry one file. `clean` removes them; the caller calls it whatever happens. `share` counts what the
 * sender holds on the disk.
 */
export const readMultipart = async (
  platform: Platform,
  request: FastifyRequest,
  e: Endpoint,
  share: UploadShare,
): Promise<Multipart> => {
  const limits = ('upload' in e && e.upload) || {};
  const paths: string[] = [];
  const found: Multipart = {
    body: {},
    uploads: {},
    async clean() {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      share.end();
    },
  };
  try {
    for await (const part of request.parts({
      limits: { fileSize: Math.max(1, ...Object.values(limits)), files: 5, ...FIELDS },
    })) {
      if (part.type === 'file') {
        const limit = limits[part.fieldname];
        if (limit === undefined)
          throw new AppError('request.invalid', [{ field: part.fieldname, code: 'unexpected_file' }]);
        if (Object.hasOwn(found.uploads, part.fieldname))
          throw new AppError('request.invalid', [{ field: part.fieldname, code: 'repeated_file' }]);
        const path = scratchPath(platform.files, '.upload');
        paths.push(path);
        const size = await keep(part, path, limit, share);
        found.uploads[part.fieldname] = { path, name: part.filename.slice(0, 255), type: part.mimetype, size };
      } else if (part.valueTruncated) {
        throw new AppError('request.too_large', { limit: FIELDS.fieldSize });
      } else if (part.fieldname.endsWith(JSON_ENDING)) {
        found.body[part.fieldname.slice(0, -JSON_ENDING.length)] = parseJson(part.fieldname, String(part.value));
      } else addField(found.body, part.fieldname, part.value);
    }
    return found;
  } catch (error) {
    // The rest of the body is read and thrown away: many clients look for an answer only after they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
    await found.clean();
    throw refusalOf(platform, error);
  }
};

/** A disk that does not take the file is not the client's fault; whatever else breaks is a body that cannot be read. */
const refusalOf = (platform: Platform, error: unknown): unknown => {
  if (error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined) return error;
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return new AppError('request.malformed');
  platform.log.error({ reason: message }, 'an upload could not be stored');
  return new AppError('server.unavailable', undefined, 5);
};

/** Writes one file of the request and answers its size. */
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

/** A name that comes again makes a list. */
const addField = (body: Record<string, unknown>, name: string, value: unknown): void => {
  const before = Object.hasOwn(body, name) ? body[name] : undefined;
  body[name] =
    before === undefined ? value : Array.isArray(before) ? [...(before as unknown[]), value] : [before, value];
};

const parseJson = (field: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('request.invalid', [{ field, code: 'invalid_json' }]);
  }
};
