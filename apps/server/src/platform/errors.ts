import { errorCodes, type ErrorCode } from '@sergak/contract/errors.ts';
import { constraintCodes, triggerCodes } from '../database-errors.ts';

/** A refusal with a code of the registry. `details` names fields or places for the person; never internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds for Retry-After, where trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** Ids of the accounts that were tried, for the log of security events. Never part of an answer. */
  readonly about: readonly string[];
  constructor(code: ErrorCode, details?: unknown, retryAfter?: number, about: readonly string[] = []) {
    super(code);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.about = about;
  }
  get status() {
    return errorCodes[this.code];
  }
}

/** A disk that is full, fails or cannot be written, and too many open files. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);
/** A way to another server, such as the database, that is cut. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** What pg says without a code when its connection ends or none is to be had. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;
/** SQLSTATE classes of a server that stops, starts, is full or fails, and of one that can only be read. */
const OF_SERVER = /^(?:08|53|57|58)...$|^25(?:006|P03|P04)$/;

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  return DISK.has(code) || NETWORK.has(code) || LOST.test(error.message);
};

type PgError = { readonly code: string; readonly constraint?: string };
const isPgError = (error: unknown): error is PgError =>
  error instanceof Error &&
  typeof (error as unknown as PgError).code === 'string' &&
  (error as unknown as PgError).code.length === 5;

/** What the database refused, in the words of the registry; anything else comes back as it was. */
export const translateError = (error: unknown): unknown => {
  if (isAway(error)) return new AppError('server.unavailable', undefined, 5);
  if (!isPgError(error)) return error;
  if (error.code === '23505') return new AppError(constraintCodes[error.constraint ?? ''] ?? 'common.conflict');
  const raised = triggerCodes[error.code];
  if (raised) return new AppError(raised);
  if (error.code === '23503') return new AppError('common.conflict');
  if (error.code === '40001' || error.code === '40P01' || error.code === '55P03')
    return new AppError('server.unavailable', undefined, 1);
  if (OF_SERVER.test(error.code)) return new AppError('server.unavailable', undefined, 2);
  return error;
};
