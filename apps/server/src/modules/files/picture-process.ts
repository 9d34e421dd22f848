import { setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { PictureAnswer, PictureLook, PictureTask } from './picture.types.ts';

// Runs as a separate process, so that decoding uses neither the threads that check passwords nor the server's memory. It ends
// with the server.

const PIXELS = 40_000_000;
const LOW_PRIORITY = 10;
/** Dots per inch at which an SVG keeps its nominal size. */
const PLAIN_DENSITY = 72;
const pictures: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

sharp.concurrency(1);
sharp.cache(false);
try {
  setPriority(LOW_PRIORITY);
} catch {
  // A container may forbid the change of priority; the limits hold without it.
}

const isAllowed = (format: string, drawings: boolean, gifs: boolean): boolean =>
  format === 'svg' ? drawings : format === 'gif' ? gifs : pictures.has(format);

const encode = (picture: Sharp, look: PictureLook, isJpeg: boolean): Sharp => {
  if (look.format === 'email') return isJpeg ? picture.jpeg({ quality: 85 }) : picture.png();
  return look.format === 'png' ? picture.png() : picture.webp(look.lossless ? { lossless: true } : { quality: 85 });
};

const redraw = async ({ bytes, box, look, drawings, gifs }: PictureTask): Promise<PictureAnswer> => {
  const head = await sharp(bytes, { limitInputPixels: PIXELS })
    .metadata()
    .catch(() => null);
  if (!head) return null;
  const isDrawing = head.format === 'svg';
  if (!isAllowed(head.format ?? '', drawings, gifs ?? false)) return null;
  // Entities can expand a small SVG without bound.
  if (isDrawing && /<!ENTITY/i.test(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''))) return null;
  const scale = Math.min(box.width / head.width, box.height / head.height);
  const density = isDrawing ? Math.max(1, Math.min(2_400, PLAIN_DENSITY * scale)) : undefined;
  const picture = sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', density })
    .rotate()
    .resize({
      ...box,
      fit: look.fit,
      withoutEnlargement: look.fit === 'inside',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
  const encoded = await encode(picture, look, head.format === 'jpeg')
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!encoded) return null;
  const { width, height, format } = encoded.info;
  return { bytes: encoded.data, width, height, type: `image/${format}`, still: (head.pages ?? 1) > 1 };
};

// Not `exit`: it would wait for the native thread that decodes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async ({ id, task }: { id: number; task: PictureTask }) => {
  try {
    process.send!({ id, answer: await redraw(task) });
  } catch (error) {
    process.send!({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
