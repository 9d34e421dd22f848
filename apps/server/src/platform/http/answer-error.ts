import type { ErrorBody, ErrorCode } from '@sergak/contract/errors.ts';
import { errorCodes } from '@sergak/contract/errors.ts';
import { AppError, translateError } from '../errors.ts';
import { textsOf } from '../texts.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly code: string; readonly message: string };
const isZodError = (error: unknown): error is Error & { issues: Issue[] } =>
  error instanceof Error && error.name.includes('ZodError') && Array.isArray((error as { issues?: unknown }).issues);

/** Texts for API clients where the text of the screen would mislead them; the other codes have the same text on both. */
const sentences: Partial<Record<ErrorCode, string>> = {
  'request.invalid': 'Some fields are not valid. See details.',
  'request.malformed': 'The request could not be read.',
  'request.forged':
    'Without a token in Authorization, a write needs the portal as its origin and X-Requested-With: sergak.',
  'session.required': 'Sign in first.',
  'session.forbidden': 'Your role does not allow this.',
  'common.not_found': 'There is nothing here.',
  'common.stale_version': 'Somebody else changed this in the meantime. Load it again.',
  'licence.users_limit': 'Number of users exceeds the licence.',
  'server.failed': 'Something went wrong on the server.',
  'server.unavailable': 'The server cannot answer right now. Try again shortly.',
};

export type ErrorAnswer = { readonly body: ErrorBody; readonly retryAfter?: number; readonly unexpected: boolean };

const codeOfFastify = (error: { code?: string; statusCode?: number }): ErrorCode | null => {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413 || error.statusCode === 414)
    return 'request.too_large';
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.statusCode === 415) return 'request.unsupported_media';
  if (error.statusCode === 429) return 'request.rate_limited';
  if (error.statusCode === 403 || error.statusCode === 404) return 'common.not_found';
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'request.malformed';
  return null;
};

const screenTexts = textsOf('en', 'global_errors');
/** The text of the screen in English with the details of the error; a list is one value. */
const screenText = (code: ErrorCode, details: unknown): string =>
  screenTexts(
    code,
    Object.fromEntries(
      Object.entries(details ?? {}).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value as string | number),
      ]),
    ),
  );

/** Turns any thrown error into an answer. Details of the database, paths and stacks are never included. */
export const answerError = (thrown: unknown, requestId: string): ErrorAnswer => {
  const error = translateError(thrown);
  const make = (code: ErrorCode, details?: unknown, retryAfter?: number, unexpected = false): ErrorAnswer => ({
    body: {
      status: errorCodes[code],
      code,
      message: sentences[code] ?? screenText(code, details),
      ...(details === undefined ? {} : { details }),
      request_id: requestId,
    },
    retryAfter,
    unexpected,
  });
  if (error instanceof AppError) return make(error.code, error.details, error.retryAfter);
  if (isZodError(error)) {
    const fields = error.issues.map((issue) => ({
      field: issue.path.join('.'),
      code: issue.code,
      message: issue.message,
    }));
    return make('request.invalid', fields);
  }
  const errorCode = codeOfFastify(error as { code?: string; statusCode?: number });
  if (errorCode) return make(errorCode, undefined, errorCode === 'request.rate_limited' ? 60 : undefined);
  return make('server.failed', undefined, undefined, true);
};
