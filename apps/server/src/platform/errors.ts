import { errorCodes, type ErrorCode } from '@sergak/contract/errors.ts';

/** A refusal with a code of the registry. `details` names fields or places for the person; never internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds for Retry-After, where trying again makes sense. */
  readonly retryAfter: number | undefined;
  constructor(code: ErrorCode, details?: unknown, retryAfter?: number) {
    super(code);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
  get status() {
    return errorCodes[this.code];
  }
}

/** Each unique constraint of the database and the refusal it means to a person. A test reads the catalogue. */
export const constraintCodes: Readonly<Record<string, ErrorCode>> = {
  employees_email_taken: 'employee.email_taken',
  departments_title_taken: 'department.title_taken',
  organizations_title_taken: 'organization.title_taken',
  scim_users_name_taken: 'common.conflict',
  tags_title_taken: 'tag.title_taken',
  tag_actions_only_one: 'action.taken',
  organization_domains_key: 'organization.domain_taken',
};

/** What the trigger of the migration `powers` raises. */
const LAST_SUPER_USER = 'SG001';

/** What the trigger `keep_domain_in_one_tree` raises. */
const DOMAIN_ELSEWHERE = 'SG002';

type PgError = { readonly code: string; readonly constraint?: string };
const isPgError = (error: unknown): error is PgError =>
  error instanceof Error &&
  typeof (error as unknown as PgError).code === 'string' &&
  (error as unknown as PgError).code.length === 5;

/** What the database refused, in the words of the registry; anything else comes back as it was. */
export const translateError = (error: unknown): unknown => {
  if (!isPgError(error)) return error;
  if (error.code === '23505') return new AppError(constraintCodes[error.constraint ?? ''] ?? 'common.conflict');
  if (error.code === LAST_SUPER_USER) return new AppError('employee.last_super_user');
  if (error.code === DOMAIN_ELSEWHERE) return new AppError('organization.domain_elsewhere');
  if (error.code === '23503') return new AppError('common.conflict');
  if (error.code === '40001' || error.code === '40P01' || error.code === '55P03')
    return new AppError('server.unavailable', undefined, 1);
  if (error.code === '57014' || error.code.startsWith('08') || error.code === '57P01' || error.code === '53300')
    return new AppError('server.unavailable', undefined, 2);
  return error;
};
