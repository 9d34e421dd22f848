import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import type { DeckMessage, DeckTask } from './deck.types.ts';

const HEAP_MB = 128;
/** Memory of the process, with the pictures and the PDF library outside the heap. */
const MEMORY_BYTES = 900_000_000;
const MEMORY_WATCH_MS = 200;
/** Longest time without a message: one page, or the whole outline. */
const SILENCE_MS = 90_000;
const PAGE_BYTES = 4096;

/** Resident memory of a process; 0 where the system does not report it in this way. */
const memoryOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
};

/**
 * Runs one task in a separate process with limits of memory and time. Throws AppError if the file is to blame, and the
 * reason of the signal after it was aborted; the process is killed in both cases.
 */
export const runDeckProcess = async (
  task: DeckTask,
  signal: AbortSignal,
  onMessage: (message: DeckMessage) => void,
): Promise<void> => {
  signal.throwIfAborted();
  const child = fork(new URL('./deck-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timers = { silence: undefined as NodeJS.Timeout | undefined, memory: undefined as NodeJS.Timeout | undefined };
  try {
    await new Promise<void>((done, fail) => {
      const listen = (): void => {
        clearTimeout(timers.silence);
        timers.silence = setTimeout(() => fail(new AppError('presentation.too_complex')), SILENCE_MS);
      };
      listen();
      timers.memory = watchMemory(child, () => fail(new AppError('presentation.too_complex')));
      signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
      child.on('message', (message: DeckMessage) => {
        listen();
        if (message.kind === 'done') done();
        else if (message.kind === 'failed') fail(new AppError(message.code, message.details));
        else if (message.kind === 'crashed') fail(new Error(`presentation process: ${message.reason}`));
        else onMessage(message);
      });
      child.once('error', fail);
      // A native library that crashes does so again with the same file.
      child.once('exit', () => fail(new AppError('presentation.broken')));
      child.send(task);
    });
  } finally {
    clearTimeout(timers.silence);
    clearInterval(timers.memory);
    child.removeAllListeners().on('error', () => undefined);
    child.kill('SIGKILL');
  }
};

const watchMemory = (child: ChildProcess, exceeded: () => void): NodeJS.Timeout =>
  setInterval(() => {
    void memoryOf(child.pid!).then((bytes) => bytes > MEMORY_BYTES && exceeded());
  }, MEMORY_WATCH_MS);
