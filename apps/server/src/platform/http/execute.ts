import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { SessionState, Viewer } from '../context.ts';
import { AppError } from '../errors.ts';
import { checked, isWrite, type Call, type Known, type Place } from './call.ts';
import { refuseUnusedBody } from './input-body.ts';
import { inOneTransaction, inOwnTransactions } from './transactions.ts';

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** The session a call needs, or the refusal. */
export const authorize = (e: Endpoint, session: SessionState | null): SessionState | null => {
  if (e.permission === 'public') return session;
  if (!session) throw new AppError('session.required');
  // A machine account reads; what is a person's own (the other calls without a permission) it does not have.
  if (session.viewer.role === 'pdf_service' && (e.method !== 'GET' || e.permission === 'half-open'))
    throw new AppError('session.forbidden');
  if (e.permission === 'half-open') return session;
  if (session.step !== 'ready') throw new AppError('session.incomplete');
  if (e.permission !== 'signed-in' && !session.viewer.permissions.has(e.permission))
    throw new AppError('session.forbidden');
  if (e.least && !isAtLeast(session.viewer.role, e.least)) throw new AppError('session.forbidden');
  return session;
};

/** Parameters, query and body, each by its schema, in one object. Throws the schema's own error. */
export const parseInput = (e: Endpoint, raw: RawInput): Record<string, unknown> => {
  refuseUnusedBody(e, raw.body);
  const input = Object.assign(
    {},
    e.params?.parse(raw.params),
    e.query?.parse(raw.query),
    isWrite(e) ? e.body?.parse(raw.body ?? {}) : {},
  );
  const field = findUnstorable(input);
  if (field !== null) throw new AppError('request.invalid', [{ field, code: 'invalid_characters' }]);
  return input;
};

/** Where a text has what no text of the database can hold: NUL, or half of a surrogate pair. */
export const findUnstorable = (value: unknown, path = ''): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path ? `${path}.${name}` : name);
    if (found !== null) return found;
  }
  return null;
};

/** Where a call reads and writes: the acting organisation, its subtree, or the one a parameter names. */
const tenantOf = (e: Endpoint, { scope, homeOrganizationId: home }: Viewer, input: Record<string, unknown>): Place => {
  const mode = isWrite(e) ? 'write' : 'read';
  if (e.tenant === 'home') return { scope: { organizationId: home, readable: [home] }, mode };
  if (!e.tenant || e.tenant === 'own') return { scope, mode };
  if (e.tenant === 'subtree') return { scope, mode: isWrite(e) ? 'write' : 'subtree' };
  const named = input[e.tenant.param];
  if (named === undefined || named === scope.organizationId) return { scope, mode };
  if (typeof named !== 'string' || !scope.readable.includes(named)) throw new AppError('organization.not_found');
  return { scope: { organizationId: named, readable: [named] }, mode: 'read' };
};

/**
 * The one road into a handler: session → permission → parse → tenant transaction → handler → audit row → checked answer.
 * A call that declares its own transactions opens short ones in place of the one.
 */
export const execute = async (call: Call, raw: RawInput): Promise<unknown> => {
  const { endpoint: e, handle } = call.route;
  const session = authorize(e, call.session);
  const input = parseInput(e, raw);
  if (e.permission === 'public' || e.permission === 'half-open') {
    const { platform, request, cookie } = call;
    return checked(e, await handle({ platform, request, cookie, session } as never, input as never));
  }
  const { viewer, tokenHash } = session!;
  const known: Known = { call, input, viewer, tokenHash, place: tenantOf(e, viewer, input) };
  return isWrite(e) && e.transaction ? inOwnTransactions(known) : inOneTransaction(known);
};
