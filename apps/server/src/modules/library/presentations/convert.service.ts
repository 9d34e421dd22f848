import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobPayload } from '../../../job-table.ts';
import type { Platform } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { runDeckProcess } from './deck-worker.ts';
import type { DrawnPage, OutlineSlide } from './deck.types.ts';
import { convertToPdf } from './soffice.ts';
import type { TaskWatch } from './task-watch.ts';

type Source = { readonly kind: JobPayload<'library.import-presentation'>['kind']; readonly storageKey: string };
/** Pages of a presentation in the scratch folder, and what is known about the slide of each page. */
export type Converted = readonly { readonly page: DrawnPage; readonly outline: OutlineSlide | undefined }[];

/** Turns a stored presentation into pictures and texts, one page after the other. */
export const convertDeck = async (
  platform: Platform,
  { kind, storageKey }: Source,
  folder: string,
  { progress, signal }: TaskWatch,
): Promise<Converted> => {
  const path = join(folder, `deck.${kind}`);
  await pipeline(await platform.files.read(storageKey), createWriteStream(path), { signal });
  let slides: readonly OutlineSlide[] = [];
  if (kind === 'pptx' || kind === 'odp')
    await runDeckProcess({ kind: kind === 'odp' ? 'check' : 'outline', path, folder }, signal, (message) => {
      if (message.kind === 'outline') slides = message.slides;
    });
  if (kind === 'pptx' && slides.length === 0) throw new AppError('presentation.no_slides');
  progress.stage = 'converting';
  const pdf = kind === 'pdf' ? path : await convertWith(platform.config.findSoffice(), { path, folder }, signal);
  const pages: DrawnPage[] = [];
  await runDeckProcess({ kind: 'draw', path: pdf, folder }, signal, (message) => {
    if (message.kind === 'begun') progress.total = message.pages;
    if (message.kind === 'page') progress.done = pages.push(message.page);
  });
  // LibreOffice may leave out or split slides; then pages cannot be matched with slides.
  const isMatched = slides.length === pages.length;
  return pages.map((page, index) => ({ page, outline: isMatched ? slides[index] : undefined }));
};

const convertWith = (soffice: string | undefined, source: { path: string; folder: string }, signal: AbortSignal) => {
  if (soffice === undefined) throw new AppError('presentation.needs_converter');
  return convertToPdf(soffice, source, signal);
};
