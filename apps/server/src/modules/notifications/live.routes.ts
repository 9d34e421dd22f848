import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import type { Platform, Viewer } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { credentialOf, findSignedInSession, type Authenticate } from '../../platform/http/credentials.ts';
import { limitRate } from '../../platform/rate.ts';
import { liveHub } from './live.service.ts';

/** The address of the live connection. It is not in the contract, whose calls end with one answer. */
export const LIVE_PATH = '/lk/api/v2/notifications/live';

/** Proxies close a connection on which nothing is sent for a minute. */
const BEAT_MS = 25 * SECOND;
/** How often a stream checks that its session is still open. */
const CHECK_MS = MINUTE;
const RETRY_MS = 5 * SECOND;
/** A browser that reads slower than this is disconnected. */
const UNREAD_MAX = 65_536;
/** A page that is loaded connects once, in each browser of the person; the limit is for a client that repeats without a pause. */
const CONNECTIONS_PER_MINUTE = 300;

/** The viewer of a request, without prolonging the session: an open page is no use of it. */
const viewerOf = async (
  platform: Platform,
  authenticate: Authenticate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer> => {
  const credential = credentialOf(platform, request);
  if (!credential) throw new AppError('session.required');
  const unused: Authenticate = (on, token) => authenticate(on, token, false);
  const session = await findSignedInSession(platform, request, reply, { authenticate: unused, credential });
  if (!session) throw new AppError('session.required');
  if (session.step !== 'ready') throw new AppError('session.incomplete');
  if (!session.viewer.permissions.has('admin')) throw new AppError('session.forbidden');
  return session.viewer;
};

/** Whether the session behind a stream still means the same person in the same organisation with the same role. */
const isSame = (one: Viewer, other: Viewer): boolean =>
  one.id === other.id && one.role === other.role && one.scope.organizationId === other.scope.organizationId;

/**
 * Adds the live connection of the portal: server-sent events that say only that something has changed; the browser then reads it
 * through the usual calls. A stream ends with its session, and with the server.
 */
export const addLive = async (app: FastifyInstance, platform: Platform, authenticate: Authenticate): Promise<void> => {
  const open = new Set<() => void>();
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    for (const end of Array.from(open)) end();
  });
  app.get(LIVE_PATH, async (request, reply) => {
    const viewer = await viewerOf(platform, authenticate, request, reply);
    await limitRate(platform.db, `live:${viewer.id}`, CONNECTIONS_PER_MINUTE, 60);
    const { raw } = reply;
    const send = (text: string): void => {
      if (raw.writableLength > UNREAD_MAX) raw.destroy();
      else raw.write(text);
    };
    const remove = liveHub(platform)?.add({
      organizationId: viewer.scope.organizationId,
      personId: viewer.id,
      changed: () => send('event: changed\ndata: {}\n\n'),
    });
    if (!remove) throw new AppError('server.unavailable', undefined, 60);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Tells a reverse proxy not to collect the answer.
      'x-accel-buffering': 'no',
    });
    send(`retry: ${RETRY_MS}\nevent: hello\ndata: {}\n\n`);
    const beat = setInterval(() => send(': \n\n'), BEAT_MS);
    const check = setInterval(() => {
      viewerOf(platform, authenticate, request, reply).then(
        (now) => isSame(viewer, now) || end(),
        // While the database is away the stream stays; a session that has ended ends it.
        (error: unknown) => error instanceof AppError && end(),
      );
    }, CHECK_MS);
    const end = (): void => {
      if (!open.delete(end)) return;
      clearInterval(beat);
      clearInterval(check);
      remove();
      raw.end();
    };
    open.add(end);
    raw.once('close', end);
  });
};
