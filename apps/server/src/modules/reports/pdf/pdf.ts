import { processHelper, threadHelper, type Helper } from '../../../platform/bounded-worker.ts';
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

const THREAD = new URL('./pdf.worker.ts', import.meta.url);
const PROCESS = new URL('./pdf-process.ts', import.meta.url);

/**
 * Purposes of documents, each with a worker of its own and the memory in MB that it may use: a long report or an archive of
 * certificates never delays the attachments of emails. Reports and certificates are laid out in processes of low priority, because
 * the priority of a thread covers neither its garbage collection nor its compression (decision 0222).
 */
const lanes = {
  emails: threadHelper(THREAD, 256),
  reports: processHelper(PROCESS, 768),
  certificates: processHelper(PROCESS, 256),
} as const;
export type PdfLane = keyof typeof lanes;

type Lane = { readonly start: () => Helper; worker?: Helper; idle?: NodeJS.Timeout; last: Promise<unknown> };
const open = new Map<PdfLane, Lane>();
const laneOf = (name: PdfLane): Lane => {
  const lane = open.get(name) ?? { start: lanes[name], last: Promise.resolve() };
  open.set(name, lane);
  return lane;
};
let ids = 0;

/**
 * Renders a document described by plain data. The layout takes seconds of CPU time, so it runs in a worker, one document of a
 * lane after another, with limited memory and time. The worker is kept for the next document for a while.
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

const closeLane = (lane: Lane) => {
  const ending = lane.worker;
  lane.worker = undefined;
  clearTimeout(lane.idle);
  ending?.kill();
};

/** Ends the workers at once; for the shutdown of the process. Running documents fail with `cancelled`. */
export const closePdf = async () => {
  for (const lane of open.values()) closeLane(lane);
};

/** V8 ends a thread with an error, and a process with SIGABRT, when its memory is used up. */
const endError = (reason: string): PdfError =>
  /memory|SIGABRT/.test(reason)
    ? new PdfError('too_large', 'memory')
    : /^exit/.test(reason)
      ? new PdfError('cancelled', 'the worker was ended')
      : new PdfError('failed', reason);

const renderNext = (lane: Lane, spec: PdfSpec, timeoutMs: number, signal: AbortSignal | undefined) =>
  new Promise<Buffer>((resolve, reject) => {
    if (signal?.aborted) return reject(new PdfError('cancelled'));
    clearTimeout(lane.idle);
    const mine = (lane.worker ??= lane.start());
    const id = ++ids;
    const finish = (settle: () => void, keep: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      mine.onMessage(() => undefined);
      mine.onEnd(() => {
        if (mine === lane.worker) lane.worker = undefined;
      });
      if (keep && mine === lane.worker) {
        mine.hold(false);
        lane.idle = setTimeout(() => closeLane(lane), IDLE_MS).unref();
      } else {
        if (mine === lane.worker) lane.worker = undefined;
        mine.kill();
      }
      settle();
    };
    const fail = (error: PdfError) => finish(() => reject(error), false);
    const onAbort = () => fail(new PdfError('cancelled'));
    const timer = setTimeout(() => fail(new PdfError('timeout', `${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    mine.hold(true);
    mine.onMessage((received) => {
      const message = received as FromPdf;
      if (message.id !== id) return;
      if ('pdf' in message)
        finish(() => resolve(Buffer.from(message.pdf.buffer, message.pdf.byteOffset, message.pdf.byteLength)), true);
      else fail(new PdfError('failed', message.error));
    });
    mine.onEnd((reason) => fail(endError(reason)));
    try {
      mine.post({ id, spec } satisfies PdfTask);
    } catch (error) {
      fail(new PdfError('failed', error instanceof Error ? error.message : ''));
    }
  });

const countItems = (blocks: PdfSpec['blocks']): number =>
  blocks.reduce((sum, block) => {
    if (block.type === 'columns') return sum + block.columns.reduce((all, column) => all + countItems(column), 0);
    if (block.type === 'table') return sum + block.rows.length;
    if (block.type === 'list' || block.type === 'bars' || block.type === 'facts') return sum + block.items.length;
    return sum + 1;
  }, 0);
