import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { sql } from 'kysely';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';

export type NewSlide = {
  readonly title: string;
  readonly doc: SlideDoc;
  readonly image_file_id: string;
  readonly image_alt: string;
  readonly audio_file_id: string | null;
};

export const findPresentationModule = (tx: Tx, id: string) =>
  tx.selectFrom('modules').select(['id', 'title']).where('id', '=', id).executeTakeFirst();

/** Locks the module until the transaction ends; undefined if it does not exist. */
export const lockPresentationModule = (tx: Tx, id: string) =>
  tx.selectFrom('modules').select(['id', 'title']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks the task, so that only one run can complete it. */
export const lockTask = (tx: Tx, id: string) =>
  tx.selectFrom('tasks').select(['status', 'cancel_requested']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Number of slides of a module, and the position after the last one. */
export const findEnd = (tx: Tx, moduleId: string) =>
  tx
    .selectFrom('slides')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(order_id) + 1, 0)`.as('next')])
    .where('module_id', '=', moduleId)
    .executeTakeFirstOrThrow();

/** Appends slides to a locked module from a position on, and registers their files. */
export const appendSlides = async (
  tx: Tx,
  moduleId: string,
  next: number,
  slides: readonly NewSlide[],
): Promise<void> => {
  const files = slides.flatMap((one) => [one.image_file_id, ...(one.audio_file_id ? [one.audio_file_id] : [])]);
  await tx
    .insertInto('module_files')
    .values(files.map((file_id) => ({ module_id: moduleId, file_id, created_at: now() })))
    .execute();
  await tx
    .insertInto('slides')
    .values(
      slides.map((slide, index) => ({
        ...slide,
        doc: JSON.stringify(slide.doc),
        module_id: moduleId,
        order_id: next + index,
        layout: 'image-full' as const,
      })),
    )
    .execute();
  await tx
    .updateTable('modules')
    .set({ version: sql`version + 1`, updated_at: now() })
    .where('id', '=', moduleId)
    .execute();
};
