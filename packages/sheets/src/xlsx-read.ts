import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { binaryKind } from './csv-decode.ts';
import {
  SheetError,
  sheetLimits,
  type SheetErrorCode,
  type SheetErrorData,
  type SheetLimits,
  type SheetRow,
} from './sheet-types.ts';

export type XlsxOptions = {
  /** Name of the sheet; without it the first one that is not hidden. */
  readonly sheet?: string;
  readonly limits?: Partial<SheetLimits>;
  /** Time of the reading itself; what the caller does between rows does not count. */
  readonly timeoutMs?: number;
  /** Heap of the reading thread; 256 MB hold some two million distinct texts. */
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
};

export type ReaderTask = { path: string; sheet: string | undefined; limits: SheetLimits };
export type FromReader = { rows: SheetRow[]; done?: true } | { error: { code: SheetErrorCode; data: SheetErrorData } };

/**
 * Rows of a sheet of an uploaded workbook, as a person sees them, header first. The file is looked through and read in
 * a thread of its own with bounded memory and time: whatever is in it, the process stays up and answers SheetError.
 */
export async function* readXlsx(path: string, options: XlsxOptions = {}): AsyncGenerator<SheetRow> {
  const limits = { ...sheetLimits, ...options.limits };
  await checkFile(path, limits);
  if (options.signal?.aborted) throw new SheetError('cancelled');
  const task: ReaderTask = { path, sheet: options.sheet, limits };
  const worker = new Worker(new URL('./xlsx-read.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  });
  const next = conversation(worker, options.timeoutMs ?? 60_000, options.signal);
  try {
    for (;;) {
      const message = await next();
      if ('error' in message) throw new SheetError(message.error.code, message.error.data);
      yield* message.rows;
      if (message.done) return;
    }
  } finally {
    await worker.terminate();
  }
}

const checkFile = async (path: string, limits: SheetLimits) => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw new SheetError('empty');
    if (size > limits.maxBytes) throw new SheetError('too_large', { limit: limits.maxBytes });
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const kind = binaryKind(buffer);
    // A workbook with a password lies in the container of the old .xls, so the two cannot be told apart here.
    if (kind !== 'zip') throw new SheetError('not_xlsx', kind ? { detail: kind } : {});
  } finally {
    await file.close();
  }
};

/** Asks the worker for its next batch; the answer, its death, the end of its time or a cancel, whichever is first. */
const conversation = (worker: Worker, budgetMs: number, signal: AbortSignal | undefined) => {
  let left = budgetMs;
  let settle: { resolve: (message: FromReader) => void; reject: (error: Error) => void } | undefined;
  let failure: Error | undefined;
  // A failure in the worker speaks up unasked, while the caller is still busy with the last batch.
  let waiting: FromReader | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    settle?.reject(failure);
  };
  worker.on('message', (message: FromReader) => {
    if (settle) settle.resolve(message);
    else waiting = message;
  });
  worker.on('error', (error: Error & { code?: string }) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new SheetError('too_large', { detail: 'memory' })
        : new SheetError('broken', { detail: 'reader' }),
    ),
  );
  worker.on('exit', () => fail(new SheetError('broken', { detail: 'reader' })));
  return async () => {
    if (waiting) return waiting;
    if (failure) throw failure;
    const started = performance.now();
    const cancel = () => fail(new SheetError('cancelled'));
    const timer = setTimeout(() => fail(new SheetError('timeout', { limit: budgetMs })), Math.max(left, 1));
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      if (signal?.aborted) throw new SheetError('cancelled');
      return await new Promise<FromReader>((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage('more');
      });
    } finally {
      settle = undefined;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      left -= performance.now() - started;
    }
  };
};
