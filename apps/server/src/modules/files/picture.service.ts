import { readFile } from 'node:fs/promises';
import { BoundedWorkerError, openBoundedWorker, processHelper } from '../../platform/bounded-worker.ts';
import type { Upload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { PictureAnswer, PictureTask } from './picture.types.ts';

const WALL_MS = 20_000;
const MEMORY_MB = 128;

/** One picture at a time in the whole process, two waiting of one person, twenty of all. */
export const pictureLimits = { most: 20, mostOfOne: 2 } as const;
const worker = openBoundedWorker<PictureTask, PictureAnswer>({
  start: processHelper(new URL('./picture-process.ts', import.meta.url), MEMORY_MB),
  cpuMs: WALL_MS,
  wallMs: WALL_MS,
  ...pictureLimits,
});

/**
 * Encodes a picture anew, judged by its bytes alone: decoded whole, turned upright, drawn into the box, without anything
 * else that the file held. Null: it is no PNG, JPEG, WebP or allowed SVG, it is broken, or it takes too much
 * memory; one that takes too long answers 503. The work runs in a process of its own, one picture after the other; `caller` has a share of the queue.
 */
export const redraw = async (task: PictureTask, caller: string): Promise<Buffer | null> => {
  try {
    const made = await worker.run(task, caller);
    return made && Buffer.from(made);
  } catch (error) {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 5);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    return null;
  }
};

/** The same for a picture that a person sent in the field of this name; anything else is refused. */
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
