import { Worker } from 'node:worker_threads';
import type { PdfSpec } from './report-blocks.ts';

export type PdfOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal };
export type PdfErrorCode = 'timeout' | 'too_large' | 'cancelled' | 'failed';
export type PdfTask = { id: number; spec: PdfSpec };
export type FromPdf = { id: number; pdf: Uint8Array<ArrayBuffer> } | { id: number; error: string };

/** The document could not be rendered. `detail` is for the log; the code selects the text for people. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;
  constructor(code: PdfErrorCode, detail = '') {
    super(`pdf: ${code}${detail && ` (${detail})`}`);
    this.code = code;
  }
}

/** Maximum number of rows and other list items in a document, about 500 pages. Use a spreadsheet for more. */
const MAX_ITEMS = 25_000;
const MEMORY_MB = 768;
const IDLE_MS = 30_000;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let ids = 0;

/**
 * Renders a document described by plain data. The layout takes seconds of CPU time, so it runs in a separate thread,
 * one document after another, with limited memory and time. The thread is kept for the next document for a while.
 */
export const renderPdf = async (spec: PdfSpec, { timeoutMs = 120_000, signal }: PdfOptions = {}): Promise<Buffer> => {
  if (countItems(spec.blocks) > MAX_ITEMS) throw new PdfError('too_large', `more than ${MAX_ITEMS} rows`);
  const turn = last.then(() => renderNext(spec, timeoutMs, signal));
  last = turn.catch(() => undefined);
  return turn;
};

/** Ends the thread at once; for the shutdown of the process. A running document fails with `cancelled`. */
export const closePdf = async () => {
  const ending = worker;
  worker = undefined;
  clearTimeout(idle);
  await ending?.terminate();
};

const renderNext = (spec: PdfSpec, timeoutMs: number, signal: AbortSignal | undefined) =>
  new Promise<Buffer>((resolve, reject) => {
    if (signal?.aborted) return reject(new PdfError('cancelled'));
    clearTimeout(idle);
    worker ??= startWorker();
    const mine = worker;
    const id = ++ids;
    const finish = (settle: () => void, keep: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      mine.removeAllListeners();
      // An error after the answer has no handler and must not end the process.
      mine.on('error', () => {});
      if (keep && mine === worker) {
        mine.on('exit', () => {
          if (mine === worker) worker = undefined;
        });
        mine.unref();
        idle = setTimeout(() => void closePdf(), IDLE_MS).unref();
      } else {
        if (mine === worker) worker = undefined;
        void mine.terminate();
      }
      settle();
    };
    const fail = (error: PdfError) => finish(() => reject(error), false);
    const onAbort = () => fail(new PdfError('cancelled'));
    const timer = setTimeout(() => fail(new PdfError('timeout', `${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    mine.removeAllListeners();
    mine.ref();
    mine.on('message', (message: FromPdf) => {
      if (message.id !== id) return;
      if ('pdf' in message) finish(() => resolve(Buffer.from(message.pdf.buffer)), true);
      else fail(new PdfError('failed', message.error));
    });
    mine.on('error', (error: Error & { code?: string }) =>
      fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new PdfError('too_large', 'memory')
          : new PdfError('failed', error.message),
      ),
    );
    mine.on('exit', () => fail(new PdfError('cancelled', 'the thread was ended')));
    try {
      mine.postMessage({ id, spec } satisfies PdfTask);
    } catch (error) {
      fail(new PdfError('failed', error instanceof Error ? error.message : ''));
    }
  });

const startWorker = () =>
  new Worker(new URL('./pdf.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 64 },
    env: {},
    execArgv: [],
  });

const countItems = (blocks: PdfSpec['blocks']): number =>
  blocks.reduce((sum, block) => {
    if (block.type === 'columns') return sum + block.columns.reduce((all, column) => all + countItems(column), 0);
    if (block.type === 'table') return sum + block.rows.length;
    if (block.type === 'list' || block.type === 'bars' || block.type === 'facts') return sum + block.items.length;
    return sum + 1;
  }, 0);
