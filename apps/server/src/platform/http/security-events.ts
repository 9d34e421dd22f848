import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Platform, SessionState } from '../context.ts';
import { AppError } from '../errors.ts';
import { createLineLimit } from '../line-limit.ts';

/** Error codes that may indicate an attack. They are counted in the metrics, and each one is logged. */
const events: Partial<Record<ErrorCode, 'failed_sign_in' | 'rejected_access' | 'limit_hit'>> = {
  'session.wrong_credentials': 'failed_sign_in',
  'session.code_wrong': 'failed_sign_in',
  'session.code_expired': 'failed_sign_in',
  'session.token_invalid': 'failed_sign_in',
  'session.forbidden': 'rejected_access',
  'session.incomplete': 'rejected_access',
  'employee.role_forbidden': 'rejected_access',
  'employee.change_forbidden': 'rejected_access',
  'employee.removal_forbidden': 'rejected_access',
  'employee.restore_forbidden': 'rejected_access',
  'employee.address_forbidden': 'rejected_access',
  'campaign.own_approval': 'rejected_access',
  'campaign.approver_new': 'rejected_access',
  'campaign.approver_made': 'rejected_access',
  'request.forged': 'rejected_access',
  'request.two_sessions': 'rejected_access',
  'request.unknown_host': 'rejected_access',
  'request.rate_limited': 'limit_hit',
  'request.too_costly': 'limit_hit',
  'task.limit': 'limit_hit',
  'file.too_many_uploads': 'limit_hit',
  'file.quota': 'limit_hit',
};

/** Maximum number of log lines a minute, so that an attack does not fill the disk; further events are only counted. */
const LINES_A_MINUTE = 600;
const mayWrite = createLineLimit(LINES_A_MINUTE);

const callers = new WeakMap<FastifyRequest, SessionState['viewer']>();
/** Adds the signed-in person to the log lines of a request. */
export const setLogCaller = (request: FastifyRequest, session: SessionState | null): void => {
  if (session) callers.set(request, session.viewer);
};

/**
 * Counts a rejection that matters for security and logs it, without the token, the password or the name that was
 * tried.
 */
export const recordRejection = (
  platform: Platform,
  code: ErrorCode,
  { request, error }: { readonly request: FastifyRequest; readonly error: unknown },
): void => {
  const event = events[code];
  if (event === undefined) return;
  platform.metrics.securityEvents.inc({ event, code });
  const { write, skipped } = mayWrite(platform.log);
  if (!write) return;
  const caller = callers.get(request);
  platform.log.warn(
    {
      event,
      security_code: code,
      request_id: request.id,
      address: request.ip,
      method: request.method,
      route: request.routeOptions.url,
      ...(caller ? { person: caller.id, organization: caller.homeOrganizationId } : {}),
      ...(error instanceof AppError && error.about.length > 0 ? { accounts: error.about } : {}),
      ...(skipped > 0 ? { lines_left_out: skipped } : {}),
    },
    'a security event',
  );
};
