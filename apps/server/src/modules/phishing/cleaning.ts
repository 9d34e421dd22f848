import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import { BoundedWorkerError, type Caller, openBoundedWorker, threadHelper } from '../../platform/bounded-worker.ts';
import { AppError } from '../../platform/errors.ts';

export type MarkupKind = 'email' | 'page' | 'redirect';
export type CleaningTask = {
  readonly kind: MarkupKind;
  readonly html: string;
  /** Files of the pictures that the text may show. */
  readonly pictures: readonly string[];
};
export type Cleaned =
  | { readonly html: string; readonly isUnsafe: boolean; readonly misplaced: Fault[]; readonly warnings: Fault[] }
  | { readonly tooComplex: true };

/** A text of usual size takes about 10 ms, starting the thread about 300 ms. */
const CPU_MS = 3_000;
const WALL_MS = 30_000;
const MEMORY_MB = 256;

const worker = openBoundedWorker<CleaningTask, Cleaned>({
  start: threadHelper(new URL('./sanitise.worker.ts', import.meta.url), MEMORY_MB),
  cpuMs: CPU_MS,
  wallMs: WALL_MS,
  // A text is cleaned inside the transaction of its call: a limit of six leaves connections of the pool for other
  // calls.
  most: 6,
  mostOfOne: 2,
  mostOfOrganization: 5,
});

const rejection = ({ code }: BoundedWorkerError): AppError => {
  if (code === 'caller_busy') return new AppError('request.rate_limited', undefined, 3);
  return code === 'busy' || code === 'slow'
    ? new AppError('server.unavailable', undefined, 5)
    : new AppError('page.too_complex');
};

/**
 * Cleans an email or page in a separate thread, so that a slow text delays nobody else. Throws `page.too_complex` if
 * cleaning takes too long, and `email.variable_misplaced` or `page.unsafe` if the text must not be stored. `caller`
 * is the person who sent the text; `pictures` are the files of the pictures that it may show.
 */
export const cleanMarkup = async (
  kind: MarkupKind,
  html: string,
  caller: Caller | string,
  pictures: readonly string[],
) => {
  const cleaned = await worker.run({ kind, html, pictures }, caller).catch((error: unknown) => {
    throw error instanceof BoundedWorkerError ? rejection(error) : error;
  });
  if ('tooComplex' in cleaned) throw new AppError('page.too_complex');
  const { misplaced, isUnsafe, ...given } = cleaned;
  if (misplaced.length > 0) throw new AppError('email.variable_misplaced', { faults: misplaced });
  if (isUnsafe) throw new AppError('page.unsafe');
  return given;
};
