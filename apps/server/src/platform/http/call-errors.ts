import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { errorCodes, type ErrorCode } from '@sergak/contract/errors.ts';
import { isAdministratorsWrite, isWrite } from './call.ts';

type Common = { readonly code: ErrorCode; readonly when: string; readonly from: (e: Endpoint) => boolean };

const isOpen = (e: Endpoint) => e.permission === 'public' || e.permission === 'half-open';
const hasBody = (e: Endpoint) => isWrite(e) && (e.body !== undefined || e.upload !== undefined);
const isRestricted = (e: Endpoint) =>
  e.permission !== 'public' && (isWrite(e) || e.least !== undefined || !(isOpen(e) || e.permission === 'signed-in'));

/** Errors that every call may return, from the checks of `server.ts` and `execute.ts`. */
export const commonErrors: readonly Common[] = [
  { code: 'request.malformed', when: 'the body cannot be read', from: hasBody },
  { code: 'session.required', when: 'there is no session, or it has ended', from: (e) => e.permission !== 'public' },
  { code: 'session.forbidden', when: 'the role does not allow it', from: isRestricted },
  { code: 'session.incomplete', when: 'the second factor or the consent is still due', from: (e) => !isOpen(e) },
  { code: 'request.forged', when: 'a write without a token does not come from the portal’s own page', from: isWrite },
  {
    code: 'organization.not_found',
    when: 'the organisation named is not among those one may read',
    from: (e) => typeof e.tenant === 'object',
  },
  {
    code: 'request.repeated',
    when: 'the Idempotency-Key was used with another input',
    from: (e) => isWrite(e) && !isOpen(e),
  },
  {
    code: 'request.answered_once',
    when: 'the Idempotency-Key was used, and the answer held a secret',
    from: (e) => isWrite(e) && e.secret === true && !isOpen(e),
  },
  { code: 'request.two_sessions', when: 'a header and a cookie name different sessions', from: () => true },
  { code: 'request.unknown_host', when: 'the Host header names a host that is not ours', from: () => true },
  { code: 'licence.expired', when: 'the licence has ended', from: (e) => isWrite(e) && e.licensed === true },
  { code: 'request.too_large', when: 'the body or a file is too large', from: hasBody },
  { code: 'request.unsupported_media', when: 'the body is of another type', from: hasBody },
  {
    code: 'request.invalid',
    when: 'a field is not valid; details name it',
    from: (e) => isWrite(e) || Boolean(e.params ?? e.query),
  },
  {
    code: 'common.busy',
    when: 'a long task, such as an import, is changing the same data; Retry-After says how long to wait',
    from: isAdministratorsWrite,
  },
  {
    code: 'file.too_many_uploads',
    when: 'the person or the organisation sends too many files at once; Retry-After says how long to wait',
    from: (e) => isWrite(e) && e.upload !== undefined,
  },
  {
    code: 'request.too_costly',
    when: 'the person or the organisation started too much costly work within an hour; Retry-After says how long to wait',
    from: (e) => e.costs !== undefined,
  },
  { code: 'request.rate_limited', when: 'too many calls; Retry-After says how long to wait', from: () => true },
  { code: 'server.failed', when: 'the server has a fault', from: () => true },
  {
    code: 'server.unavailable',
    when: 'the server is busy or restarting; Retry-After says how long to wait',
    from: () => true,
  },
];

/** All error codes of a call by status: its own and the common ones. */
export const callErrors = (e: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> => {
  const common = commonErrors.filter(({ from }) => from(e)).map(({ code }) => code);
  const codes = [...new Set([...(e.errors ?? []), ...common])];
  return new Map([...Map.groupBy(codes, (code) => errorCodes[code])].sort(([a], [b]) => a - b));
};
