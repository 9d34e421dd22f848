import type { DetailsOf } from '@sergak/contract/error-details.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { AttachmentReports, UploadedFormat } from '@sergak/contract/phishing/phishing.rules.ts';
import { BoundedWorkerError, type Caller, openBoundedWorker, threadHelper } from '../../../platform/bounded-worker.ts';
import { AppError } from '../../../platform/errors.ts';

export type CheckTask = { readonly bytes: Uint8Array; readonly name: string };
type Accepted = {
  readonly format: UploadedFormat;
  /** What an Office document can report; null for other formats. */
  readonly reports: AttachmentReports | null;
};
export type CheckAnswer = Accepted | { readonly code: ErrorCode; readonly details: DetailsOf<ErrorCode> };

/** A document of usual size takes under half a second. */
const CPU_MS = 10_000;
const WALL_MS = 60_000;
const MEMORY_MB = 512;
const worker = openBoundedWorker<CheckTask, CheckAnswer>({
  start: threadHelper(new URL('./check.worker.ts', import.meta.url), MEMORY_MB),
  cpuMs: CPU_MS,
  wallMs: WALL_MS,
  most: 6,
  mostOfOne: 2,
  mostOfOrganization: 5,
});

/**
 * Checks an uploaded attachment in a separate thread with limits; `caller` is the person who uploaded it. Throws the code that
 * names why it must not be sent.
 */
export const checkAttachment = async (bytes: Buffer, name: string, caller: Caller): Promise<Accepted> => {
  const answer = await worker.run({ bytes, name }, caller).catch((error: unknown) => {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 3);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    throw new AppError('attachment.broken');
  });
  if ('code' in answer) throw new AppError(answer.code, answer.details);
  return answer;
};
