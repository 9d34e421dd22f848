import type { AllowedHost } from '@sergak/contract/scorm/scorm.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { hostNameOf } from '../../platform/http/hosts.ts';
import { rangeOf } from '../../platform/http/send-file.ts';
import { contentType } from './content-files-types.ts';
import { findContentFile, openContentFile } from './content-files.service.ts';
import { launchOrigin, type OpenGrant } from './launch-token.ts';
import { readGrant } from './player.service.ts';

const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';

const OWN = "'self' 'unsafe-inline' 'unsafe-eval' data: blob:";
/** Directives for the hosts that the organisation allows, by what is loaded from them. */
const allowedDirectives = (hosts: readonly AllowedHost[]): string =>
  (['script', 'style', 'font', 'frame'] as const)
    .flatMap((use) => {
      const named = hosts.filter((one) => one.uses.includes(use)).map((one) => `https://${one.host}`);
      return named.length > 0 ? [`${use}-src ${OWN} ${named.join(' ')}; `] : [];
    })
    .join('');

/** Headers of everything that a launch shows, files of the package and our player alike (decision 0201). */
export const launchHeaders = (
  { urls }: Platform,
  hosts: readonly AllowedHost[] = [],
): Readonly<Record<string, string>> => ({
  'content-security-policy':
    `sandbox ${SANDBOX}; default-src ${OWN}; ${allowedDirectives(hosts)}connect-src 'self'; ` +
    `form-action 'self'; base-uri 'self'; frame-ancestors 'self' ${urls.portal}`,
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-content-type-options': 'nosniff',
  // Players of embedded videos reject pages that send no referrer; the origin alone names no launch.
  'referrer-policy': hosts.some((one) => one.uses.includes('frame')) ? 'strict-origin' : 'no-referrer',
});

/** Throws 404 if a wildcard is configured and the host belongs to another launch. */
export const requireOwnHost = (platform: Platform, request: FastifyRequest, token: string): void => {
  if (!platform.config.contentWildcard) return;
  const own = new URL(launchOrigin(platform, token)).hostname;
  if (hostNameOf(request.host) !== own) throw new AppError('common.not_found');
};

/** The grant of a request's token. Throws 404 if the token is not valid, or the host belongs to another launch. */
const requireGrant = async (platform: Platform, request: FastifyRequest, token: string): Promise<OpenGrant> => {
  requireOwnHost(platform, request, token);
  const grant = await readGrant(platform, token);
  if (!grant) throw new AppError('common.not_found');
  return grant;
};

type FilePath = { Params: { token: string; packageId: string; '*': string } };

const sendFile = async (platform: Platform, request: FastifyRequest<FilePath>, reply: FastifyReply) => {
  const { token, packageId, '*': path } = request.params;
  const grant = await requireGrant(platform, request, token);
  if (grant.packageId !== packageId) throw new AppError('common.not_found');
  const file = await findContentFile(platform, grant, path);
  const range = rangeOf(request.headers['if-range'] ? undefined : request.headers.range, file.size);
  const type = contentType(path);
  void reply
    .headers(launchHeaders(platform, grant.allowedHosts))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=31536000, immutable')
    .type(type ?? 'application/octet-stream');
  if (!type) void reply.header('content-disposition', 'attachment');
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${file.size}`).header('content-length', 0).send();
  const length = range ? range.end - range.start + 1 : file.size;
  void reply.header('content-length', length);
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  if (request.method === 'HEAD' || length === 0) return reply.send();
  return reply.send(await openContentFile(platform, file, range));
};

/** Serves the files of packages on the content origin, by the token of a launch. */
export const addContentFiles = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  app.route<FilePath>({
    method: ['GET', 'HEAD'],
    url: '/r/:token/c/:packageId/*',
    handler: (request, reply) => sendFile(platform, request, reply),
  });
};
