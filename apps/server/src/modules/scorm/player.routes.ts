import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMIT_MAX, commitBody, isElement } from '@sergak/contract/scorm/runtime.schema.ts';
import { storableValue } from '@sergak/contract/text.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serveAssets } from '../../platform/http/assets.ts';
import { storeCommit } from './commits.service.ts';
import { addContentFiles, launchHeaders, requireOwnHost } from './content-files.routes.ts';
import { playerPage, readPlayerFiles, rejectionPage } from './player.page.ts';
import { openPlayer } from './player.service.ts';

/** The player as `npm run build` leaves it. */
const builtPlayer = fileURLToPath(new URL('../../../../web/dist/player/', import.meta.url));
const languageOf = (request: FastifyRequest): Language => {
  const wanted = String(request.headers['accept-language'] ?? '').slice(0, 2);
  return languages.find((one) => one === wanted) ?? 'ru';
};

const html = (platform: Platform, reply: FastifyReply, page: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers(launchHeaders(platform))
    .header('cache-control', 'no-store')
    .send(page);

/** Delivers the player page, once for each launch. */
const sendPlayer = async (platform: Platform, folder: string, request: FastifyRequest, reply: FastifyReply) => {
  const { token } = request.params as { token: string };
  // The page belongs into the frame of the portal; a link that was passed on is opened as a document.
  const framed = request.headers['sec-fetch-dest'] ?? 'iframe';
  try {
    if (framed !== 'iframe') throw new AppError('common.not_found');
    requireOwnHost(platform, request, token);
    const opened = await openPlayer(platform, token);
    if (opened === null) return html(platform, reply, rejectionPage('used', languageOf(request)), 410);
    const { state, title } = opened;
    return html(platform, reply, playerPage(state, title, await readPlayerFiles(folder, state.manifest.standard)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return html(platform, reply, rejectionPage('over', languageOf(request)), error.status);
  }
};

const receiveCommit = async (platform: Platform, request: FastifyRequest, reply: FastifyReply) => {
  const { token } = request.params as { token: string };
  requireOwnHost(platform, request, token);
  let sent: unknown;
  try {
    sent = JSON.parse(String(request.body));
  } catch {
    throw new AppError('request.malformed');
  }
  const { stored, rejected } = withoutRejected(storableValue(sent));
  const commit = commitBody.parse(stored);
  const answer = await storeCommit(platform, token, commit);
  return reply.header('cache-control', 'no-store').send(rejected.length > 0 ? { ...answer, rejected } : answer);
};

/** A commit without the elements that are never stored: one bad element must not cost the learner the others. */
const withoutRejected = (sent: unknown): { stored: unknown; rejected: readonly string[] } => {
  const changes = (sent as { changes?: unknown } | null)?.changes;
  if (typeof changes !== 'object' || changes === null) return { stored: sent, rejected: [] };
  const rejected = Object.entries(changes).flatMap(([name, value]) => (isElement(name, value) ? [] : [name]));
  if (rejected.length === 0) return { stored: sent, rejected };
  const kept = Object.entries(changes).filter(([name, value]) => isElement(name, value));
  return { stored: { ...(sent as object), changes: Object.fromEntries(kept), lost: true }, rejected };
};

/** The player and its commits, on the content origin. `folder` holds the built player. */
export const addPlayer = async (app: FastifyInstance, platform: Platform, folder = builtPlayer): Promise<void> => {
  await app.register(async (scope) => {
    scope.get('/r/:token/player', (request, reply) => sendPlayer(platform, folder, request, reply));
    await serveAssets(scope, join(folder, 'assets'), '/player/assets/');
    // Commits are plain text: a beacon on closing cannot send another type without asking first.
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: COMMIT_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/r/:token/commit', { bodyLimit: COMMIT_MAX }, (request, reply) =>
      receiveCommit(platform, request, reply),
    );
  });
};

/** Everything that this module serves on the content origin. */
export const addContent = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  await addContentFiles(app, platform);
  await addPlayer(app, platform);
};
