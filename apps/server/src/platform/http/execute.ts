import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { SessionState, Viewer } from '../context.ts';
import type { Database } from '../db.ts';
import { AppError } from '../errors.ts';
import { findOwners } from '../owner.query.ts';
import { checkResponse, isWrite, type Call, type ParsedCall, type CallTarget } from './call.ts';
import { rejectUnusedBody } from './input-body.ts';
import { inOneTransaction, inOwnTransactions } from './transactions.ts';

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** Returns the session that a call needs, or throws. */
export const authorize = (e: Endpoint, session: SessionState | null): SessionState | null => {
  if (e.permission === 'public') return session;
  if (!session) throw new AppError('session.required');
  // A machine account may only read, and has no personal data (the other calls without a permission).
  if (session.viewer.role === 'pdf_service' && (e.method !== 'GET' || e.permission === 'half-open'))
    throw new AppError('session.forbidden');
  if (e.permission === 'half-open') return session;
  if (session.step !== 'ready') throw new AppError('session.incomplete');
  if (e.permission !== 'signed-in' && !session.viewer.permissions.has(e.permission))
    throw new AppError('session.forbidden');
  if (e.least && !isAtLeast(session.viewer.role, e.least)) throw new AppError('session.forbidden');
  return session;
};

/** Parses parameters, query and body, each by its schema, into one object. Throws the schema's own error. */
export const parseInput = (e: Endpoint, raw: RawInput): Record<string, unknown> => {
  rejectUnusedBody(e, raw.body);
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

/** Path of the first text that the database cannot store (NUL, or half of a surrogate pair); null if there is none. */
export const findUnstorable = (value: unknown, path = ''): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path ? `${path}.${name}` : name);
    if (found !== null) return found;
  }
  return null;
};

/** The scope of a call: the acting organisation, its subtree, or the organisation that a parameter names. */
const tenantOf = (
  e: Endpoint,
  { scope, homeOrganizationId: home }: Viewer,
  input: Record<string, unknown>,
): CallTarget => {
  const mode = isWrite(e) ? 'write' : 'read';
  if (e.tenant === 'home') return { scope: { organizationId: home, readable: [home] }, mode };
  if (!e.tenant || e.tenant === 'own') return { scope, mode };
  if (e.tenant === 'subtree') return { scope, mode: isWrite(e) ? 'write' : 'subtree' };
  const named = input[e.tenant.param];
  if (named === undefined || named === scope.organizationId) return { scope, mode };
  if (typeof named !== 'string' || !scope.readable.includes(named)) throw new AppError('organization.not_found');
  return { scope: { organizationId: named, readable: [named] }, mode: 'read' };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuidsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(',').filter((one) => UUID.test(one))
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(uuidsIn)
      : [];

/**
 * Returns the viewer of a read, acting in the organisation that owns the rows of the call: a parent reads a
 * descendant's rows as the descendant does (decision 0136). Ids of the path decide, or those of the query if the path
 * has none. Writes, and reads that name the organisation themselves, keep the acting organisation.
 */
const viewerAtOwner = async (e: Endpoint, viewer: Viewer, raw: RawInput, db: Database): Promise<Viewer> => {
  if (isWrite(e) || (e.tenant ?? 'own') !== 'own' || viewer.scope.readable.length < 2) return viewer;
  const inPath = uuidsIn(raw.params);
  const ids = inPath.length > 0 ? inPath : uuidsIn(raw.query);
  if (ids.length === 0) return viewer;
  const [owner, ...others] = await findOwners(db, viewer.scope, ids);
  if (!owner || others.length > 0 || owner.id === viewer.scope.organizationId) return viewer;
  return { ...viewer, scope: { organizationId: owner.id, readable: [owner.id] }, timeZone: owner.time_zone };
};

/**
 * The only path to a handler: session → permission → parse → tenant transaction → handler → audit entry → checked
 * answer. A call that declares its own transactions opens several short ones instead.
 */
export const execute = async (call: Call, raw: RawInput): Promise<unknown> => {
  const { endpoint: e, handle } = call.route;
  const session = authorize(e, call.session);
  const input = parseInput(e, raw);
  if (e.permission === 'public' || e.permission === 'half-open') {
    const { platform, request, cookie } = call;
    return checkResponse(e, await handle({ platform, request, cookie, session } as never, input as never));
  }
  const { tokenHash } = session!;
  const viewer = await viewerAtOwner(e, session!.viewer, raw, call.platform.db);
  const parsedCall: ParsedCall = { call, input, viewer, tokenHash, place: tenantOf(e, viewer, input) };
  if (!isWrite(e)) return inOneTransaction(parsedCall);
  const answer = await (e.transaction ? inOwnTransactions(parsedCall) : inOneTransaction(parsedCall));
  // Only now is the token stored: after a failed commit the caller keeps the earlier one.
  if (e.renewsToken) call.cookie.set((answer as { token: string }).token);
  return answer;
};
