import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { binaryKind } from './csv-decode.ts';
import {
  SheetError,
  sheetLimits,
  type SheetErrorCode,
  type RowShape,
  type SheetErrorData,
  type SheetHead,
  type SheetLimits,
  type SheetRow,
} from './sheet-types.ts';

export type XlsxOptions = RowShape & {
  /** Name of the sheet; without it the first one that is not hidden. */
  readonly sheet?: string;
  readonly limits?: Partial<SheetLimits>;
  /** Time limit of the reading itself, without the time that the caller spends between rows. */
  readonly timeoutMs?: number;
  /** Heap limit of the reading thread; 256 MB hold about two million distinct texts. */
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
};

export type ReaderTask = {
  path: string;
  sheet: string | undefined;
  limits: SheetLimits;
  shape: RowShape;
  /** Return only so many rows of each sheet. */
  heads?: number;
};
export type FromReader =
  | { rows: SheetRow[]; done?: true }
  | { heads: SheetHead[] }
  | { error: { code: SheetErrorCode; data: SheetErrorData } };

/**
 * Yields the rows of a sheet, header first, with cells as a person sees them. The file is scanned and read in a thread with
 * limited memory and time: whatever it contains, the process survives and the caller gets a SheetError.
 */
export async function* readXlsx(path: string, options: XlsxOptions = {}): AsyncGenerator<SheetRow> {
  for await (const message of readInThread(path, options)) if ('rows' in message) yield* message.rows;
}

/** Returns the first rows of each sheet, without a check of their width. */
export const readXlsxHeads = async (path: string, count: number, options: XlsxOptions): Promise<SheetHead[]> => {
  for await (const message of readInThread(path, options, count)) if ('heads' in message) return message.heads;
  return [];
};

async function* readInThread(path: string, options: XlsxOptions, heads?: number): AsyncGenerator<FromReader> {
  const limits = { ...sheetLimits, ...options.limits };
  await checkFile(path, limits);
  if (options.signal?.aborted) throw new SheetError('cancelled');
  const { from, width, ragged } = options;
  const shape = { from, width, ragged } as RowShape;
  const task: ReaderTask = { path, sheet: options.sheet, limits, shape, ...(heads === undefined ? {} : { heads }) };
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
      yield message;
      if ('heads' in message || message.done) return;
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
    // A workbook with a password uses the container of the old .xls, so the two look the same here.
    if (kind !== 'zip') throw new SheetError('not_xlsx', kind ? { detail: kind } : {});
  } finally {
    await file.close();
  }
};

/** Returns a function that requests the next batch: it ends with the answer, the end of the worker, a timeout or a cancel. */
const conversation = (worker: Worker, budgetMs: number, signal: AbortSignal | undefined) => {
  let left = budgetMs;
  let settle: { resolve: (message: FromReader) => void; reject: (error: Error) => void } | undefined;
  let failure: Error | undefined;
  // The worker may report a failure at any time, also while the caller still handles the last batch.
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
