import type { ErrorCode } from '@sergak/contract/errors.ts';
import { AppError, translateError } from '../../platform/errors.ts';
import { ScimError } from './scim-error.ts';

/** Converts any error into a SCIM error of RFC 7644. Details of the database, paths and stack traces are never included. */
export const toScimError = (thrown: unknown): ScimError => {
  if (thrown instanceof ScimError) return thrown;
  const error = translateError(thrown);
  if (error instanceof AppError) return ofCode(error);
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new ScimError(413, 'The body is too large.');
  if (status === 415) return new ScimError(415, 'The body must be application/scim+json.');
  if (status === 400) return new ScimError(400, 'The request is malformed.', 'invalidSyntax');
  return new ScimError(500, 'Something went wrong on the server.');
};

type Make = (error: AppError) => ScimError;
const taken: Make = () => new ScimError(409, 'Another resource already has this name.', 'uniqueness');
const codes: Partial<Record<ErrorCode, Make>> = {
  'licence.users_limit': () => new ScimError(403, 'Number of users exceeds the licence of the organisation.'),
  'licence.expired': () => new ScimError(403, 'The licence of the organisation has expired: no user can be added.'),
  'employee.last_super_user': () => new ScimError(403, 'The last super user of an organisation cannot be removed.'),
  'employee.email_taken': taken,
  'department.title_taken': taken,
  'tag.title_taken': taken,
  'tag.system_tag': () => new ScimError(409, 'A built-in tag has this name.', 'uniqueness'),
  'common.conflict': taken,
  'department.circle': () => new ScimError(400, 'A group cannot be inside itself.', 'invalidValue'),
  'department.too_deep': () => new ScimError(400, 'Groups can be nested up to 100 levels.', 'invalidValue'),
  'department.is_default': () =>
    new ScimError(400, 'The default department cannot be changed and cannot contain groups.', 'mutability'),
  'department.not_found': () => new ScimError(404, 'Group not found.'),
  'request.invalid': () =>
    new ScimError(400, 'The path of a department is empty, too deep or too long.', 'invalidValue'),
  'request.rate_limited': (error) => new ScimError(429, 'Too many requests.', undefined, error.retryAfter),
  'server.unavailable': (error) =>
    new ScimError(503, 'The server cannot answer right now.', undefined, error.retryAfter ?? 2),
};

const ofCode = (error: AppError): ScimError =>
  codes[error.code]?.(error) ?? new ScimError(error.status >= 500 ? 500 : error.status, 'The request was rejected.');
