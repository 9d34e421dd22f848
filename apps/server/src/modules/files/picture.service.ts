import { readFile } from 'node:fs/promises';
import { BoundedWorkerError, type Caller, openBoundedWorker, processHelper } from '../../platform/bounded-worker.ts';
import type { Upload, Viewer } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { EncodedPicture, PictureAnswer, PictureTask } from './picture.types.ts';

const WALL_MS = 20_000;
const MEMORY_MB = 128;

/**
 * Two pictures are processed at a time, one of an organisation, so that a picture that uses its whole time keeps nobody else waiting.
 * At most thirty wait, two of one person and twenty of one organisation.
 */
export const pictureLimits = { helpers: 2, most: 30, mostOfOne: 2, mostOfOrganization: 20 } as const;
const worker = openBoundedWorker<PictureTask, PictureAnswer>({
  start: processHelper(new URL('./picture-process.ts', import.meta.url), MEMORY_MB),
  cpuMs: WALL_MS,
  wallMs: WALL_MS,
  ...pictureLimits,
});

/**
 * Encodes a picture again, judged only by its bytes: decoded, turned upright, fitted into the box, without metadata. Returns
 * null if the file is not a PNG, JPEG, WebP or allowed SVG, is broken, or needs too much memory; throws 503 if it takes too
 * long. The work runs in separate processes; person and organisation of the `caller` have a share of the queue.
 */
export const redraw = async (task: PictureTask, caller: Caller | string): Promise<Buffer | null> =>
  (await redrawPicture(task, caller))?.bytes ?? null;

/** The caller of work that a person ordered. */
export const callerOf = ({ id, homeOrganizationId }: Viewer): Caller => ({
  person: id,
  organization: homeOrganizationId,
});

/** {@link redraw} with the size and type of the result. */
export const redrawPicture = async (
  task: PictureTask,
  caller: Caller | string,
): Promise<(EncodedPicture & { readonly bytes: Buffer }) | null> => {
  try {
    const redrawnPicture = await worker.run(task, caller);
    return redrawnPicture && { ...redrawnPicture, bytes: Buffer.from(redrawnPicture.bytes) };
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
  caller: Caller | string,
): Promise<Buffer> => {
  if (!upload) throw new AppError('request.invalid', [{ field, code: 'missing' }]);
  const redrawnPicture = await redraw({ ...how, bytes: await readFile(upload.path) }, caller);
  if (!redrawnPicture) throw new AppError('file.type_rejected', { field });
  return redrawnPicture;
};
