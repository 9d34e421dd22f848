import { z } from 'zod';
import { list } from '../paging.ts';
import { TITLE_MAX } from '../text.rules.ts';
import { ALT_MAX, mediaKinds, SLIDES_MAX, TRANSCRIPT_MAX } from './media.rules.ts';
import { placedSlide, slideLayout } from './library.schema.ts';
import { filePath, slideDocInput } from './slide-doc.schema.ts';

const fields = {
  layout: slideLayout,
  title: z.string().trim().max(TITLE_MAX),
  doc: slideDocInput,
  image_path: filePath.nullable(),
  /** Required for a slide with a picture. */
  image_alt: z.string().trim().max(ALT_MAX),
  audio_path: filePath.nullable(),
  transcript: z.string().trim().max(TRANSCRIPT_MAX),
};

/** Position in the module, counted from 0. */
const orderId = z.int().min(0).max(SLIDES_MAX).optional();

export const createSlide = z.strictObject({
  ...fields,
  layout: fields.layout.default('text'),
  title: fields.title.default(''),
  doc: fields.doc.default({ type: 'doc', content: [] }),
  image_path: fields.image_path.default(null),
  image_alt: fields.image_alt.default(''),
  audio_path: fields.audio_path.default(null),
  transcript: fields.transcript.default(''),
  /** At the end if absent. */
  order_id: orderId,
});
export const updateSlide = z
  .strictObject(fields)
  .partial()
  .extend({ order_id: orderId, version: z.int().min(1).optional() });
export type SlideChanges = Partial<Omit<z.output<typeof createSlide>, 'order_id'>>;

export const slideList = list(placedSlide);
/** The deleted slide: creating it again at its position undoes the deletion. */
export const deletedSlide = z.object({ slide: placedSlide });
/** All slides of the module in their new order. */
export const slideOrder = z.strictObject({ ids: z.array(z.uuid()).max(SLIDES_MAX) });

export const mediaInput = z.strictObject({ kind: z.enum(mediaKinds) });
export const storedMedia = z.object({ path: filePath, kind: z.enum(mediaKinds), name: z.string(), size: z.int() });
