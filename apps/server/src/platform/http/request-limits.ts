import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionState } from '../context.ts';
import { AppError } from '../errors.ts';
import { isWrite } from './call.ts';

type PerMinute = { readonly reads: number; readonly writes: number };
/** Maximum number of requests to one call per minute. */
export type RequestLimits = { readonly session: PerMinute; readonly address: PerMinute };

/**
 * A whole office shares one address: 5,000 people who open their invitation within ten minutes may all arrive in the
 * same minute, each with two reads and two writes. People who have signed in are counted by session.
 */
export const requestLimits: RequestLimits = {
  session: { reads: 1_200, writes: 300 },
  address: { reads: 20_000, writes: 10_000 },
};

/** Number of sessions and addresses that one call remembers; the least recently used are dropped first. */
const REMEMBERED = 20_000;

/**
 * Rejects a request past the limit of its session, or of its address if there is no session. Counts within this
 * process.
 */
export type CheckLimit = (request: FastifyRequest, session: SessionState | null) => Promise<void>;

export const limitRequests = (app: FastifyInstance, e: Endpoint, limits: RequestLimits): CheckLimit => {
  const callers = new WeakMap<FastifyRequest, string>();
  const kind = isWrite(e) ? 'writes' : 'reads';
  // The declared options lack `cache`, which the store reads.
  const common = { timeWindow: 60_000, cache: REMEMBERED };
  const ofSession = app.createRateLimit({
    ...common,
    max: limits.session[kind],
    keyGenerator: (request) => callers.get(request)!,
  });
  const ofAddress = app.createRateLimit({ ...common, max: limits.address[kind] });
  return async (request, session) => {
    if (session) callers.set(request, session.tokenHash.toString('base64url'));
    const found = await (session ? ofSession : ofAddress)(request);
    if (!found.isAllowed && found.isExceeded)
      throw new AppError('request.rate_limited', undefined, Math.max(1, found.ttlInSeconds));
  };
};
