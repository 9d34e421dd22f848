import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SLIDES_MAX } from '@sergak/contract/library/media.rules.ts';
import type { PresentationResult } from '@sergak/contract/library/presentations.schema.ts';
import type { JobPayload } from '../../../job-table.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobCtx } from '../../../platform/jobs.ts';
import { endTask, TaskCancelled } from '../../../platform/tasks.ts';
import { discardFiles, findFile, insertFile } from '../../files/public.ts';
import { convertDeck, type Converted } from './convert.service.ts';
import * as repo from './presentations.repo.ts';
import { describePage, docOfNotes } from './slide-content.ts';
import { watchTask, type TaskWatch } from './task-watch.ts';

type Order = JobPayload<'library.import-presentation'>;

/**
 * Appends the slides of an uploaded presentation to a module, all of them or none. A second run adds nothing: the task
 * ends in the transaction that adds the slides.
 */
export const importPresentation = async (ctx: JobCtx, order: Order): Promise<void> => {
  const file = await ctx.run('read', (tx) => findFile(tx, order.file_id));
  // The file is deleted in the transaction that ends the task.
  if (!file) return;
  const folder = await mkdtemp(join(ctx.platform.files.scratch, 'deck-'));
  const watch = watchTask(ctx, order.task_id);
  try {
    const slides = await convertDeck(ctx.platform, { kind: order.kind, storageKey: file.storage_key }, folder, watch);
    watch.progress.stage = 'writing';
    await saveSlides(ctx, order, file.name, slides, watch);
  } catch (error) {
    await watch.stop();
    // An interrupted stream fails with an error of its own.
    const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
    const reason = reasonFor(cause) ?? (ctx.lastAttempt ? { message: 'server.failed' } : undefined);
    if (!reason) throw cause;
    await ctx.run('write', async (tx) => {
      await endTask(tx, order.task_id, { status: 'error', ...reason });
      await discardFiles(tx, [order.file_id]);
    });
  } finally {
    await watch.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The reason shown to the person. Undefined if only another attempt can help. */
const reasonFor = (error: unknown): { message: string; detail?: string } | undefined => {
  if (error instanceof TaskCancelled) return { message: 'task.cancelled' };
  if (error instanceof AppError && error.status < 500)
    return { message: error.code, ...(error.details ? { detail: JSON.stringify(error.details) } : {}) };
  return undefined;
};

type StoredFile = { readonly name: string; readonly type: string; readonly size: number; readonly storageKey: string };
type StoredSlide = Converted[number] & { readonly picture: StoredFile; readonly sound: StoredFile | null };

const ending = { 'audio/mpeg': 'mp3', 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' } as const;
const putFile = async (platform: Platform, path: string, name: string, type: string): Promise<StoredFile> => ({
  name,
  type,
  size: (await stat(path)).size,
  storageKey: await platform.files.putFile(path),
});

/** Stores the files first, because a storage may be slow, and then adds the slides in one short transaction. */
const saveSlides = async (ctx: JobCtx, order: Order, fileName: string, slides: Converted, watch: TaskWatch) => {
  const stored: StoredSlide[] = [];
  let isComplete = false;
  try {
    for (const [index, { page, outline }] of slides.entries()) {
      watch.signal.throwIfAborted();
      const name = `${fileName.replace(/\.[^.]*$/, '')} ${index + 1}`;
      const picture = await putFile(ctx.platform, page.path, `${name}.webp`, 'image/webp');
      const { sound = null } = outline ?? {};
      stored.push({
        page,
        outline,
        picture,
        sound: sound && (await putFile(ctx.platform, sound.path, `${name}.${ending[sound.type]}`, sound.type)),
      });
    }
    await watch.stop();
    await ctx.run('write', async (tx) => {
      await addSlides(tx, order, fileName, stored);
      isComplete = true;
    });
  } catch (error) {
    // After the last statement the slides may have been committed, although the answer of the database was lost.
    if (!isComplete)
      for (const { picture, sound } of stored)
        for (const one of [picture, sound]) if (one) await ctx.platform.files.remove(one.storageKey).catch(() => null);
    throw error;
  }
};

const addSlides = async (tx: Tx, order: Order, fileName: string, stored: readonly StoredSlide[]): Promise<void> => {
  const task = await repo.lockTask(tx, order.task_id);
  // Cancelled, or completed by another worker that was taken for dead.
  if (task?.status !== 'in_process' || task.cancel_requested) throw new TaskCancelled();
  const found = await repo.lockPresentationModule(tx, order.module_id);
  if (!found) throw new AppError('module.not_found');
  const { count, next } = await repo.findEnd(tx, found.id);
  if (count + stored.length > SLIDES_MAX) throw new AppError('slide.limit', { limit: SLIDES_MAX });
  const slides: repo.NewSlide[] = [];
  for (const { page, outline, picture, sound } of stored) {
    const { title, alt } = describePage(page.text, outline);
    slides.push({
      title,
      image_alt: alt,
      doc: docOfNotes(order.with_notes ? (outline?.notes ?? []) : []),
      image_file_id: await insertFile(tx, { ...picture, createdBy: order.employee_id }),
      audio_file_id: sound && (await insertFile(tx, { ...sound, createdBy: order.employee_id })),
    });
  }
  await repo.appendSlides(tx, found.id, next, slides);
  const result: PresentationResult = {
    module_id: found.id,
    slides: slides.length,
    without_text: slides.filter((one) => one.image_alt === '').length,
    sounds: slides.filter((one) => one.audio_file_id !== null).length,
    sounds_skipped: stored.filter((one) => one.outline?.soundSkipped).length,
  };
  await writeAudit(
    tx,
    { action: 'module.presentation_imported', actorId: order.employee_id, actorName: order.employee_name },
    { kind: 'module', id: found.id, title: found.title, details: { added: slides.length, titles: [fileName] } },
  );
  await endTask(tx, order.task_id, { status: 'success', result });
  await discardFiles(tx, [order.file_id]);
};
