import type { DetailsOf } from '@sergak/contract/error-details.ts';
import type { ErrorBody, ErrorCode } from '@sergak/contract/errors.ts';

/** A failed call. `status` is 0 if no response was received. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'unknown';
  readonly detail: string | undefined;
  readonly details: unknown;
  readonly request_id: string | undefined;
  readonly url: string;
  readonly method: string;
  /** Seconds to wait before the call is repeated; null if the server named none. */
  readonly retryAfter: number | null;

  constructor(
    call: { url: string; method: string },
    status: number,
    body: Partial<ErrorBody>,
    retryAfter: number | null = null,
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown');
    this.detail = body.detail;
    this.details = body.details;
    this.request_id = body.request_id;
    this.url = call.url;
    this.method = call.method;
    this.retryAfter = retryAfter;
  }
}

/** The details of a failure as values of the text of its code; a list is one value. */
export const detailValues = ({ details }: ApiError): Record<string, string> =>
  typeof details === 'object' && details !== null
    ? Object.fromEntries(
        Object.entries(details).map(([name, one]) => [name, Array.isArray(one) ? one.join(', ') : String(one)]),
      )
    : {};

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
/** Whether a call failed with one of these codes. */
export const failedWith = (error: unknown, ...codes: ErrorCode[]): boolean =>
  isApiError(error) && (codes as string[]).includes(error.code);
/** The details of a call that failed with this code; undefined after any other failure. */
export const detailsOf = <C extends ErrorCode>(error: unknown, code: C): DetailsOf<C> | undefined =>
  isApiError(error) && error.code === code ? (error.details as DetailsOf<C> | undefined) : undefined;
/**
 * Whether a call failed because the person must sign in or complete a step of signing in. The page redirects to that step
 * itself.
 */
export const isSessionError = (error: unknown): boolean =>
  isApiError(error) && (error.status === 401 || error.code === 'session.incomplete');
