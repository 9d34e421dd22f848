import { readFile } from 'node:fs/promises';
import { BoundedWorkerError, openBoundedWorker, processHelper } from '../../platform/bounded-worker.ts';
import type { Upload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { EncodedPicture, PictureAnswer, PictureTask } from './picture.types.ts';

const WALL_MS = 20_000;
const MEMORY_MB = 128;

/** One picture is processed at a time; at most twenty wait, two of one person. */
export const pictureLimits = { most: 20, mostOfOne: 2 } as const;
const worker = openBoundedWorker<PictureTask, PictureAnswer>({
  start: processHelper(new URL('./picture-process.ts', import.meta.url), MEMORY_MB),
  cpuMs: WALL_MS,
  wallMs: WALL_MS,
  ...pictureLimits,
});

/**
 * Encodes a picture again, judged only by its bytes: decoded, turned upright, fitted into the box, without metadata. Returns
 * null if the file is not a PNG, JPEG, WebP or allowed SVG, is broken, or needs too much memory; throws 503 if it takes too
 * long. The work runs in a separate process, one picture after the other; `caller` has a share of the queue.
 */
export const redraw = async (task: PictureTask, caller: string): Promise<Buffer | null> =>
  (await redrawPicture(task, caller))?.bytes ?? null;

/** {@link redraw} with the size and type of the result. */
export const redrawPicture = async (
  task: PictureTask,
  caller: string,
): Promise<(EncodedPicture & { readonly bytes: Buffer }) | null> => {
  try {
    const made = await worker.run(task, caller);
    return made && { ...made, bytes: Buffer.from(made.bytes) };
  } catch (error) {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 5);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    return null;
  }
};

/** {@link redraw} for the upload in the named field; throws if the upload is not a picture. */
export const redrawUpload = async (
  upload: Upload | undefined,
  field: string,
  how: Omit<PictureTask, 'bytes'>,
  caller: string,
): Promise<Buffer> => {
  if (!upload) throw new AppError('request.invalid', [{ field, code: 'missing' }]);
  const made = await redraw({ ...how, bytes: await readFile(upload.path) }, caller);
  if (!made) throw new AppError('file.type_refused', { field });
  return made;
};
