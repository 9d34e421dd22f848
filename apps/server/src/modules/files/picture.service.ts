import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Upload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

const PIXELS = 40_000_000;
const SECONDS = 10;
/** Dots per inch at which a drawing keeps its own size. */
const PLAIN_DENSITY = 72;
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'svg']);

type Box = { readonly width: number; readonly height: number };

/**
 * Makes a picture anew: what its bytes are decides, never its name or what its sender calls it; decoded whole, turned upright,
 * drawn by `draw` into about that box, without anything else that the file held. A drawing (SVG) becomes pixels, read from
 * memory so that it can name no other file, and without entities, by which a small one could grow without end. Null: it is
 * no PNG, JPEG, WebP or SVG, it is broken, or it would fill the memory.
 */
export const redraw = async (bytes: Buffer, box: Box, draw: (picture: Sharp) => Sharp): Promise<Buffer | null> => {
  const head = await sharp(bytes, { limitInputPixels: PIXELS })
    .metadata()
    .catch(() => null);
  if (!head || !formats.has(head.format ?? '')) return null;
  const isDrawing = head.format === 'svg';
  if (isDrawing && /<!ENTITY/i.test(bytes.toString('latin1').replaceAll('\0', ''))) return null;
  const scale = Math.min(box.width / head.width, box.height / head.height);
  const density = isDrawing ? Math.max(1, Math.min(2_400, PLAIN_DENSITY * scale)) : undefined;
  const picture = sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', density })
    .timeout({ seconds: SECONDS })
    .rotate();
  return draw(picture)
    .toBuffer()
    .catch(() => null);
};

/** The same for a picture that somebody sent in the field of this name; what is none is refused. */
export const redrawUpload = async (
  upload: Upload | undefined,
  field: string,
  box: Box,
  draw: (picture: Sharp) => Sharp,
): Promise<Buffer> => {
  if (!upload) throw new AppError('request.invalid', [{ field, code: 'missing' }]);
  const made = await redraw(await readFile(upload.path), box, draw);
  if (!made) throw new AppError('file.type_refused', { field });
  return made;
};
