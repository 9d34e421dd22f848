import { AppError, translateError } from '../../platform/errors.ts';
import { ScimError } from './scim-error.ts';

/** Whatever was thrown, in the words of RFC 7644. Nothing of the database, of paths or of stacks gets through. */
export const refusalOf = (thrown: unknown): ScimError => {
  if (thrown instanceof ScimError) return thrown;
  const error = translateError(thrown);
  if (error instanceof AppError) return ofCode(error);
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new ScimError(413, 'The body is too large.');
  if (status === 415) return new ScimError(415, 'The body must be application/scim+json.');
  if (status === 400) return new ScimError(400, 'The request cannot be read.', 'invalidSyntax');
  return new ScimError(500, 'Something went wrong on the server.');
};

const ofCode = (error: AppError): ScimError => {
  switch (error.code) {
    case 'licence.users_limit':
      return new ScimError(403, 'Number of users exceeds the licence of the organisation.');
    case 'licence.expired':
      return new ScimError(403, 'The licence of the organisation has ended: nobody can be added.');
    case 'employee.last_super_user':
      return new ScimError(403, 'The last super user of an organisation cannot be removed.');
    case 'employee.email_taken':
    case 'department.title_taken':
    case 'common.conflict':
      return new ScimError(409, 'Another resource has this name already.', 'uniqueness');
    case 'department.circle':
      return new ScimError(400, 'A group cannot lie inside itself.', 'invalidValue');
    case 'department.is_default':
      return new ScimError(400, 'The default department cannot be changed.', 'mutability');
    case 'department.not_found':
      return new ScimError(404, 'Group not found.');
    case 'request.invalid':
      return new ScimError(400, 'The path of a department is empty, too deep or too long.', 'invalidValue');
    case 'request.rate_limited':
      return new ScimError(429, 'Too many requests.', undefined, error.retryAfter);
    default:
      return error.status === 503
        ? new ScimError(503, 'The server cannot answer right now.', undefined, error.retryAfter ?? 2)
        : new ScimError(error.status >= 500 ? 500 : error.status, 'The request was refused.');
  }
};
