import { readFile } from 'node:fs/promises';
import type { Input } from '@sergak/contract/endpoint.ts';
import { PICTURE_WIDTH } from '@sergak/contract/library/library.rules.ts';
import { MEDIA_BYTES, type MediaKind } from '@sergak/contract/library/media.rules.ts';
import type { modulesEndpoints } from '@sergak/contract/library/modules.endpoints.ts';
import { BoundedWorkerError, type Caller, openBoundedWorker, processHelper } from '../../platform/bounded-worker.ts';
import { Logged, type OwnCtx, type Upload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { callerOf, redraw, storePictureInQuota, storeUpload } from '../files/public.ts';
import { decodeText, toWebVtt } from './captions.rules.ts';
import * as media from './media.repo.ts';
import type { MediaFacts, MediaTask } from './media.types.ts';
import { lockModule } from './modules.service.ts';

/** A picture is fitted into this box; a tall one, such as a scanned page, may be twice as high as wide. */
const PICTURE = { width: PICTURE_WIDTH, height: 2 * PICTURE_WIDTH };
const WALL_MS = 20_000;
const MEMORY_MB = 128;
const worker = openBoundedWorker<MediaTask, MediaFacts | null>({
  start: processHelper(new URL('./media-process.ts', import.meta.url), MEMORY_MB),
  cpuMs: WALL_MS,
  wallMs: WALL_MS,
  helpers: 2,
  most: 30,
  mostOfOne: 2,
  mostOfOrganization: 20,
});

const inspect = async (task: MediaTask, caller: Caller): Promise<MediaFacts | null> => {
  try {
    return await worker.run(task, caller);
  } catch (error) {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 5);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    return null;
  }
};

/** The content type of a sound or video that browsers play; null for any other file. */
const typeOf = ({ container, codec, hasAudio, hasVideo }: MediaFacts): string | null => {
  if (container === 'MPEG') return /Layer 3$/.test(codec) && hasAudio ? 'audio/mpeg' : null;
  if (container === 'Ogg') return hasAudio && !hasVideo ? 'audio/ogg' : null;
  if (container === 'EBML/webm') return hasVideo ? 'video/webm' : null;
  if (/^(M4A|M4V|mp4|iso|avc1|dash)/.test(container)) return hasVideo ? 'video/mp4' : hasAudio ? 'audio/mp4' : null;
  return null;
};

export type Content =
  | { readonly bytes: Buffer; readonly type: string }
  | { readonly bytes: null; readonly type: string };
/**
 * The content to store: a picture is encoded again, captions are written as WebVTT, sound and video are stored as they
 * are if browsers play them.
 */
export const contentOf = async (upload: Pick<Upload, 'path'>, kind: MediaKind, caller: Caller): Promise<Content> => {
  if (kind === 'image') {
    const look = { fit: 'inside', format: 'webp' } as const;
    const bytes = await redraw({ bytes: await readFile(upload.path), box: PICTURE, look, drawings: false }, caller);
    if (!bytes) throw new AppError('file.type_rejected', { field: 'file' });
    return { bytes, type: 'image/webp' };
  }
  if (kind === 'captions') {
    const text = toWebVtt(decodeText(await readFile(upload.path)));
    if (text === null) throw new AppError('media.type_rejected', { field: 'file', kind });
    return { bytes: Buffer.from(text), type: media.CAPTIONS_TYPE };
  }
  const facts = await inspect({ path: upload.path }, caller);
  const type = facts && typeOf(facts);
  if (!type?.startsWith(`${kind}/`)) throw new AppError('media.type_rejected', { field: 'file', kind });
  return { bytes: null, type };
};

/** Stores a file for the slides and questions of a module, judged only by its content. Returns its address. */
export const uploadMedia = async (
  ctx: OwnCtx,
  { id, kind }: Input<(typeof modulesEndpoints)['library.upload-media']>,
) => {
  const upload = ctx.uploads['file'];
  if (!upload) throw new AppError('request.invalid', [{ field: 'file', code: 'missing' }]);
  if (upload.size > MEDIA_BYTES[kind]) throw new AppError('request.too_large', { limit: MEDIA_BYTES[kind] });
  await ctx.run('write', (tx) => lockModule(tx, id));
  const content = await contentOf(upload, kind, callerOf(ctx.viewer));
  return ctx.finish(async (tx) => {
    const module = await lockModule(tx, id);
    const fileId =
      content.bytes === null
        ? await storeUpload({ ...ctx, tx }, { ...upload, type: content.type }, 'organization')
        : await storePictureInQuota({ ...ctx, tx }, { name: upload.name, bytes: content.bytes, type: content.type });
    await media.linkFiles(tx, id, [{ id: fileId }]);
    const output = {
      path: `/lk/files/${fileId}`,
      kind,
      name: upload.name,
      size: content.bytes?.length ?? upload.size,
    };
    return new Logged(output, { kind: 'module', id, title: module.title, details: { titles: [upload.name] } });
  });
};
