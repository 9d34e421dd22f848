import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionState } from '../context.ts';
import { AppError } from '../errors.ts';
import { isWrite } from './call.ts';

type PerMinute = { readonly reads: number; readonly writes: number };
/** Requests to one call within a minute. */
export type RequestLimits = { readonly session: PerMinute; readonly address: PerMinute };

/**
 * An office is one address: 5,000 people who open their invitation within ten minutes may all come in the same minute, and
 * each may read and send twice. Whoever has signed in counts alone.
 */
export const requestLimits: RequestLimits = {
  session: { reads: 1_200, writes: 300 },
  address: { reads: 20_000, writes: 10_000 },
};

/** Sessions and addresses that one call remembers; the longest unused ones are forgotten first. */
const REMEMBERED = 20_000;

/** Refuses a request past the limit of its session, or of its address while nobody is signed in. Counts in this process. */
export type CheckLimit = (request: FastifyRequest, session: SessionState | null) => Promise<void>;

export const limitRequests = (app: FastifyInstance, e: Endpoint, limits: RequestLimits): CheckLimit => {
  const callers = new WeakMap<FastifyRequest, string>();
  const kind = isWrite(e) ? 'writes' : 'reads';
  // The declared options leave out `cache`, which the store reads.
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
