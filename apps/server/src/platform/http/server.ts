import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { addressOf, type Endpoint } from '@sergak/contract/endpoint.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { FileAnswer, Platform, SessionState, Upload } from '../context.ts';
import { AppError } from '../errors.ts';
import { answerError } from './answer-error.ts';
import type { Route } from './bind.ts';
import {
  cookieControl,
  credentialOf,
  findSignedInSession,
  isSecure,
  rejectForgedWrites,
  type Authenticate,
} from './credentials.ts';
import { authorize, execute } from './execute.ts';
import { addSecurityHeaders, answerClientError } from './framework-errors.ts';
import { rejectUnknownHosts } from './hosts.ts';
import { acceptEmptyJson, acceptForms, readBody } from './input-body.ts';
import { readTexts } from './text-input.ts';
import { createLineLimit } from '../line-limit.ts';
import { closeIdleConnections } from './idle-connections.ts';
import { sendFile } from './send-file.ts';
import { sendJson } from './send-json.ts';
import { readMultipart } from './multipart.ts';
import { parseQuery } from './query-string.ts';
import { countCost, type CostLimits } from './cost-limits.ts';
import { limitRequests, requestLimits, type CheckLimit } from './request-limits.ts';
import { setLogCaller, recordRejection } from './security-events.ts';
import { closeSlowBodies, slowBodyLimits } from './slow-bodies.ts';
import { openUpload } from './upload-share.ts';

/** Creates a Fastify instance with the common parts of all three origins: ids, limits, logging, errors. */
export const createListener = async (platform: Platform): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    // One hop: only the entry that our own proxy added is trusted, not entries that a client wrote to the left of it.
    trustProxy: platform.config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: 1_000_000,
    // Limit for requests that keep progressing; slow ones are cut earlier, see closeSlowBodies.
    requestTimeout: 3_600_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { querystringParser: parseQuery, ignoreTrailingSlash: true, maxParamLength: 4000 },
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: true,
    // An address that cannot be parsed never reaches a route; it is answered here.
    frameworkErrors: (error, request, reply) =>
      sendError(platform, error, request, addSecurityHeaders(reply, isSecure(platform))),
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler((error, request, reply) => sendError(platform, error, request, reply));
  closeSlowBodies(app, slowBodyLimits);
  closeIdleConnections(app);
  acceptEmptyJson(app);
  app.addHook('onRequest', async () => platform.metrics.tasksOpen.inc());
  app.addHook('onResponse', async () => platform.metrics.tasksOpen.dec());
  return app;
};

/** An outage affects every request; this many log lines a minute are enough. */
const mayWriteOutage = createLineLimit(60);

const sendError = (platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const answer = answerError(error, request.id);
  recordRejection(platform, answer.body.code, { request, error });
  if (answer.unexpected)
    platform.log.error(
      { err: error, request_id: request.id, method: request.method, route: request.routeOptions.url },
      'a request failed',
    );
  else if (
    answer.body.code === 'server.unavailable' &&
    !(error instanceof AppError) &&
    mayWriteOutage(platform.log).write
  )
    platform.log.error(
      { err: error, request_id: request.id, route: request.routeOptions.url },
      'a request failed because the database, the disk or another server did not work',
    );
  if (answer.retryAfter) reply.header('retry-after', answer.retryAfter);
  return reply
    .status(answer.body.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
};

/** Creates the portal's own origin: security headers, cookies, limits. Routes are added with {@link addRoutes}. */
export const createPortal = async (platform: Platform): Promise<FastifyInstance> => {
  const app = await createListener(platform);
  rejectUnknownHosts(app, platform.config, () => platform.urls.portal);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        frameSrc: [
          platform.urls.content,
          ...(platform.config.contentWildcard ? [platform.config.contentWildcard] : []),
        ],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isSecure(platform) ? [] : null,
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: isSecure(platform) ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(cookie);
  acceptForms(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(rateLimit, { global: false });
  return app;
};

/** Adds every bound call to the portal. Handlers are reachable in no other way. */
export const addRoutes = (
  app: FastifyInstance,
  platform: Platform,
  routes: readonly Route[],
  authenticate: Authenticate,
  limits = requestLimits,
  costs?: CostLimits,
): void => {
  for (const route of routes) {
    const { endpoint: e } = route;
    const way: Way = { authenticate, checkLimit: limitRequests(app, e, limits), costs };
    app.route({
      method: e.method,
      url: addressOf(e.path),
      // Requests without a credential are counted before the body is read.
      onRequest: async (request) => {
        if (!credentialOf(platform, request)) await way.checkLimit(request, null);
      },
      handler: async (request, reply) => {
        const end = platform.metrics.requests.startTimer({ endpoint: route.id });
        try {
          await answer(platform, route, way, request, reply);
        } finally {
          end({ status: String(reply.statusCode) });
        }
        return reply;
      },
    });
  }
};

type Way = {
  readonly authenticate: Authenticate;
  readonly checkLimit: CheckLimit;
  readonly costs: CostLimits | undefined;
};

/** The largest file that a call accepts, in bytes. */
const largestUpload = (e: Endpoint): number => Math.max(0, ...Object.values(('upload' in e && e.upload) || {}));

/** The owner of an upload's share of the disk. */
const ownerOf = (session: SessionState | null, request: FastifyRequest) =>
  session
    ? { person: session.viewer.id, organization: session.viewer.homeOrganizationId }
    : { person: request.ip, organization: 'nobody' };

/** The session in the language that the caller's page is shown in, which may be another than that of the profile. */
const inShownLanguage = (session: SessionState, { headers }: FastifyRequest): SessionState => {
  const shown = languages.find((one) => one === headers['x-language']);
  return shown === undefined ? session : { ...session, viewer: { ...session.viewer, language: shown } };
};

const answer = async (
  platform: Platform,
  route: Route,
  { authenticate, checkLimit, costs }: Way,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const credential = credentialOf(platform, request);
  if (request.method !== 'GET' && !credential?.byHeader) rejectForgedWrites(platform, request);
  const found = credential ? await findSignedInSession(platform, request, reply, { authenticate, credential }) : null;
  const session = found && inShownLanguage(found, request);
  if (credential && !session)
    platform.metrics.securityEvents.inc({ event: 'unknown_session', code: 'session.required' });
  setLogCaller(request, session);
  if (credential) await checkLimit(request, session);
  authorize(route.endpoint, session); // before the first byte of an upload is stored
  await countCost(platform.db, route.endpoint, ownerOf(session, request), costs);
  const uploads: Record<string, Upload> = {};
  const form = request.isMultipart?.()
    ? await readMultipart(
        platform,
        request,
        route.endpoint,
        openUpload(ownerOf(session, request), largestUpload(route.endpoint)),
      )
    : null;
  try {
    Object.assign(uploads, form?.uploads);
    const key = request.headers['idempotency-key'];
    const result = await execute(
      {
        platform,
        route,
        session,
        uploads,
        request: {
          id: request.id,
          address: request.ip,
          userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
        },
        cookie: cookieControl(platform, reply),
        idempotencyKey: typeof key === 'string' && /^[\w-]{8,100}$/.test(key) ? key : null,
      },
      {
        params: request.params,
        query: readTexts(route.endpoint.query, request.query as Record<string, unknown>),
        body: form ? form.body : readBody(route.endpoint, request.body),
      },
    );
    if (route.endpoint.response === 'file') await sendFile(request, reply, result as FileAnswer);
    else await sendJson(request, reply, result);
  } finally {
    await form?.clean();
  }
};
