import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PRESENTATION_SLIDES_MAX } from '@sergak/contract/library/presentations.rules.ts';
import sharp from 'sharp';
import { DeckError, type DeckMessage, type DeckTask } from './deck.types.ts';
import { checkArchive, readOutline } from './outline.ts';
import { openPdf } from './pdfium.ts';

// Runs as a separate process for one task: a hostile file uses its memory and its time, not those of the server.

const BOX = { width: 1600, height: 2400 };
const LOW_PRIORITY = 10;

sharp.concurrency(1);
sharp.cache(false);
try {
  setPriority(LOW_PRIORITY);
} catch {
  // A container may forbid the change of priority; the limits hold without it.
}

const send = (message: DeckMessage) => new Promise<void>((sent) => process.send!(message, undefined, {}, () => sent()));

const drawPages = async ({ path, folder }: DeckTask) => {
  const pdf = await openPdf(path);
  if (pdf.pages === 0) throw new DeckError('presentation.no_slides');
  if (pdf.pages > PRESENTATION_SLIDES_MAX)
    throw new DeckError('presentation.too_many_slides', { limit: PRESENTATION_SLIDES_MAX });
  await send({ kind: 'begun', pages: pdf.pages });
  for (let index = 0; index < pdf.pages; index += 1) {
    const target = join(folder, `page-${index}.webp`);
    const text = await pdf.draw(index, BOX, ({ width, height, pixels }) =>
      sharp(pixels, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .webp({ quality: 85, effort: 2 })
        .toFile(target),
    );
    await send({ kind: 'page', page: { path: target, text } });
  }
  pdf.close();
};

const work: Readonly<Record<DeckTask['kind'], (task: DeckTask) => Promise<void>>> = {
  draw: drawPages,
  check: ({ path }) => checkArchive(path),
  outline: async ({ path, folder }) => send({ kind: 'outline', slides: await readOutline(path, folder) }),
};

// Not `exit`: it would wait for a native thread that encodes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (task: DeckTask) => {
  try {
    await work[task.kind](task);
    await send({ kind: 'done' });
  } catch (error) {
    // A file that makes the PDF library abort or run out of its memory does so every time.
    if (error instanceof WebAssembly.RuntimeError)
      await send({ kind: 'failed', code: 'presentation.broken', details: undefined });
    else if (error instanceof DeckError) await send({ kind: 'failed', code: error.code, details: error.details });
    else await send({ kind: 'crashed', reason: error instanceof Error ? error.message : String(error) });
  }
});
