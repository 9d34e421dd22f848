import { Worker } from 'node:worker_threads';
import type { PdfSpec } from './report-blocks.ts';

export type PdfOptions = { readonly lane?: PdfLane; readonly timeoutMs?: number; readonly signal?: AbortSignal };
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
const IDLE_MS = 30_000;

/**
 * Purposes of documents, each with a thread of its own and the memory that it may use: a long report or an archive of
 * certificates never delays the attachments of emails.
 */
const lanes = { emails: 256, reports: 768, certificates: 256 } as const;
export type PdfLane = keyof typeof lanes;

type Lane = {
  readonly memory: number;
  readonly background: boolean;
  worker?: Worker;
  idle?: NodeJS.Timeout;
  last: Promise<unknown>;
};
const open = new Map<PdfLane, Lane>();
const laneOf = (name: PdfLane): Lane => {
  const lane = open.get(name) ?? { memory: lanes[name], background: name !== 'emails', last: Promise.resolve() };
  open.set(name, lane);
  return lane;
};
let ids = 0;

/**
 * Renders a document described by plain data. The layout takes seconds of CPU time, so it runs in a separate thread,
 * one document of a lane after another, with limited memory and time. The thread is kept for the next document for a while.
 */
export const renderPdf = async (
  spec: PdfSpec,
  { lane: name = 'reports', timeoutMs = 120_000, signal }: PdfOptions = {},
): Promise<Buffer> => {
  if (countItems(spec.blocks) > MAX_ITEMS) throw new PdfError('too_large', `more than ${MAX_ITEMS} rows`);
  const lane = laneOf(name);
  const turn = lane.last.then(() => renderNext(lane, spec, timeoutMs, signal));
  lane.last = turn.catch(() => undefined);
  return turn;
};

const closeLane = async (lane: Lane) => {
  const ending = lane.worker;
  lane.worker = undefined;
  clearTimeout(lane.idle);
  await ending?.terminate();
};

/** Ends the threads at once; for the shutdown of the process. Running documents fail with `cancelled`. */
export const closePdf = async () => {
  await Promise.all([...open.values()].map(closeLane));
};

const renderNext = (lane: Lane, spec: PdfSpec, timeoutMs: number, signal: AbortSignal | undefined) =>
  new Promise<Buffer>((resolve, reject) => {
    if (signal?.aborted) return reject(new PdfError('cancelled'));
    clearTimeout(lane.idle);
    lane.worker ??= startWorker(lane);
    const mine = lane.worker;
    const id = ++ids;
    const finish = (settle: () => void, keep: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      mine.removeAllListeners();
      // An error after the answer has no handler and must not end the process.
      mine.on('error', () => {});
      if (keep && mine === lane.worker) {
        mine.on('exit', () => {
          if (mine === lane.worker) lane.worker = undefined;
        });
        mine.unref();
        lane.idle = setTimeout(() => void closeLane(lane), IDLE_MS).unref();
      } else {
        if (mine === lane.worker) lane.worker = undefined;
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

const startWorker = ({ memory, background }: Lane) =>
  new Worker(new URL('./pdf.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
    workerData: { background },
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
