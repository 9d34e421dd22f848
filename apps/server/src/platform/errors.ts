import type { DetailsOf } from '@sergak/contract/error-details.ts';
import { errorCodes, type ErrorCode } from '@sergak/contract/errors.ts';
import { constraintCodes, triggerCodes } from '../database-errors.ts';

class CodedError extends Error {
  readonly code: ErrorCode;
  readonly details: DetailsOf<ErrorCode>;
  /** Seconds for Retry-After, if trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** Ids of the accounts that were tried, for the security log. Never part of an answer. */
  readonly about: readonly string[];
  constructor(code: ErrorCode, details?: DetailsOf<ErrorCode>, retryAfter?: number, about: readonly string[] = []) {
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

/** An expected failure with a code of the registry. `details` are those of the code: names for the person, never internals. */
export const AppError = CodedError as {
  new <C extends ErrorCode>(code: C, details?: DetailsOf<C>, retryAfter?: number, about?: readonly string[]): AppError;
  readonly prototype: AppError;
};
export type AppError = CodedError;

/** The disk is full, fails or is read-only, or too many files are open. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);
/** The connection to another server, such as the database, is broken. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** Messages of pg without a code: the connection was lost or could not be opened. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;
/** SQLSTATE classes of a server that stops, starts, is full, fails or is read-only. */
const OF_SERVER = /^(?:08|53|57|58)...$|^25(?:006|P03|P04)$/;

const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  return DISK.has(code) || NETWORK.has(code) || LOST.test(error.message);
};

type PgError = { readonly code: string; readonly constraint?: string };
const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5;

/** Whether a statement waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => isPgError(error) && error.code === '55P03';

/** Translates an error of the database or disk into one of the registry. Returns any other error unchanged. */
export const translateError = (error: unknown): unknown => {
  if (isUnavailable(error)) return new AppError('server.unavailable', undefined, 5);
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
