import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeOf, untouchedSco } from '@sergak/contract/scorm/runtime.rules.ts';
import { COMMIT_MAX, commitBody, type PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import { language, languages, type Language } from '@sergak/contract/session/session.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findUnstorable } from '../../platform/http/execute.ts';
import { playerPage, readPlayerFiles, refusalPage } from './player.page.ts';
import { playerTexts } from './player.texts.ts';
import * as query from './runtime.query.ts';
import { openPage } from './runtime.repo.ts';
import { readManifest, storeCommit, withPlayer } from './runtime.service.ts';

/** The player as `npm run build` leaves it. */
const builtPlayer = fileURLToPath(new URL('../../../../web/dist-player/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';
/** Content reaches only its own origin, and only the portal may frame it. */
const policy = (platform: Platform): string =>
  `${SANDBOX}; default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self'; form-action 'self'; ` +
  `frame-ancestors ${platform.urls.portal}`;

const languageOf = (request: FastifyRequest): Language => {
  const wanted = String(request.headers['accept-language'] ?? '').slice(0, 2);
  return languages.find((one) => one === wanted) ?? 'ru';
};

const html = (platform: Platform, reply: FastifyReply, page: string, status = 200) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy(platform))
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    .header('cache-control', 'no-store')
    .send(page);

/** The state of a registration as the player needs it. A review starts from the same state. */
const readState = async (tx: Tx, platform: Platform, session: query.PlayerSession): Promise<PlayerState> => {
  const manifest = await readManifest(tx, session.package_id);
  const registration = (await query.findRegistration(tx, session.registration_id))!;
  const scos = await query.listScos(tx, registration.id, 'all');
  const spoken = language.catch('ru').parse(session.language);
  return {
    manifest,
    package_id: session.package_id,
    mode: session.mode,
    learner: { id: session.employee_id, name: `${session.last_name}, ${session.first_name}`, language: spoken },
    current_sco: registration.current_sco,
    sequencing: registration.sequencing,
    scos: Object.fromEntries(
      scos.map(({ sco_id, cmi, total_seconds: seconds, completion, success, score, progress }) => {
        const state = { ...untouchedSco, completion, success, score, progress };
        const total = manifest.standard === '1.2' ? 'cmi.core.total_time' : 'cmi.total_time';
        return [sco_id, { cmi: { ...cmi, [total]: timeOf(manifest.standard, seconds) }, state, seconds }];
      }),
    ),
    portal: platform.urls.portal,
    texts: playerTexts[spoken],
  };
};

/** Delivers the player page, once for each launch. */
const sendPlayer = async (platform: Platform, folder: string, request: FastifyRequest, reply: FastifyReply) => {
  const { token } = request.params as { token: string };
  // The page belongs into the frame of the portal; a link that was passed on is opened as a document.
  const framed = request.headers['sec-fetch-dest'] ?? 'iframe';
  try {
    if (framed !== 'iframe') throw new AppError('common.not_found');
    const page = await withPlayer(platform, token, 'write', async (tx, session) => {
      if (session.ended_by === 'superseded') throw new AppError('common.not_found');
      if (!(await openPage(tx, session.id))) return null;
      const state = await readState(tx, platform, session);
      const title = (await query.findManifest(tx, session.package_id))!.title;
      return playerPage(state, title, await readPlayerFiles(folder, state.manifest.standard));
    });
    return page === null
      ? html(platform, reply, refusalPage('used', languageOf(request)), 410)
      : html(platform, reply, page);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return html(platform, reply, refusalPage('over', languageOf(request)), error.status);
  }
};

const receiveCommit = async (platform: Platform, request: FastifyRequest, reply: FastifyReply) => {
  let sent: unknown;
  try {
    sent = JSON.parse(String(request.body));
  } catch {
    throw new AppError('request.malformed');
  }
  const commit = commitBody.parse(sent);
  const field = findUnstorable(commit);
  if (field !== null) throw new AppError('request.invalid', [{ field, code: 'invalid_characters' }]);
  const answer = await storeCommit(platform, (request.params as { token: string }).token, commit);
  return reply.header('cache-control', 'no-store').send(answer);
};

/** Files of the built player. Their names contain a hash of their content. */
const sendPlayerFile = async (folder: string, request: FastifyRequest, reply: FastifyReply) => {
  const { name } = request.params as { name: string };
  const type = TYPES[/^[\w-]+\.(js|css)$/.exec(name)?.[1] ?? ''];
  const path = join(folder, 'assets', name);
  const found = type !== undefined && (await stat(path).catch(() => null));
  if (!type || !found) throw new AppError('common.not_found');
  return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(createReadStream(path));
};

/** The player and its commits, on the content origin. `folder` holds the built player. */
export const addPlayer = async (app: FastifyInstance, platform: Platform, folder = builtPlayer): Promise<void> => {
  await app.register(async (scope) => {
    scope.get('/r/:token/player', (request, reply) => sendPlayer(platform, folder, request, reply));
    scope.get('/player/assets/:name', (request, reply) => sendPlayerFile(folder, request, reply));
    // Commits are plain text: a beacon on closing cannot send another type without asking first.
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: COMMIT_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/r/:token/commit', { bodyLimit: COMMIT_MAX }, (request, reply) =>
      receiveCommit(platform, request, reply),
    );
  });
};
