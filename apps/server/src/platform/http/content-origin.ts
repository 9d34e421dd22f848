import type { FastifyInstance } from 'fastify';
import { now } from '../clock.ts';
import type { Platform, Preview, PreviewPage, PreviewPayload } from '../context.ts';
import { AppError } from '../errors.ts';
import { rejectUnknownHosts } from './hosts.ts';
import { createListener } from './server.ts';

const policy = (platform: Platform, page?: Preview | null) =>
  page?.loads ? foreignPolicy(platform, page.loads) : usualPolicy(platform, page);

/** For texts of strangers: no request at all, not even to this origin. */
const foreignPolicy = (platform: Platform, loads: 'embedded' | 'nothing') =>
  `default-src 'none'; ${loads === 'embedded' ? 'img-src data:; ' : ''}style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; ` +
  `frame-ancestors ${platform.urls.portal}; sandbox`;

const usualPolicy = (platform: Platform, page?: Preview | null) =>
  `default-src 'none'; img-src data: 'self' ${(page?.images ?? []).join(' ')}; style-src 'unsafe-inline'; font-src data:; form-action 'none'; base-uri 'none'; ` +
  `frame-ancestors ${platform.urls.portal}; sandbox${page?.popups ? ' allow-popups allow-popups-to-escape-sandbox' : ''}`;

/**
 * Serves untrusted content: previews of emails and pages, displayed in a sandboxed frame. This origin reads no
 * cookies; access is granted only by signed links that expire soon.
 */
export const createContentOrigin = async (
  platform: Platform,
  pages: Readonly<Record<string, PreviewPage>>,
): Promise<FastifyInstance> => {
  const app = await createListener(platform);
  rejectUnknownHosts(app, platform.config, () => platform.urls.content, platform.config.contentWildcard);
  app.addHook('onRequest', async (request) => {
    if (request.headers['service-worker'] === 'script') throw new AppError('session.forbidden');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', policy(platform));
    if (!reply.hasHeader('referrer-policy')) void reply.header('referrer-policy', 'no-referrer');
    void reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'cross-origin');
  });
  app.setNotFoundHandler(() => {
    throw new AppError('common.not_found');
  });
  app.get('/health', async () => ({ status: 'ok' }));
  app.get<{ Params: { token: string } }>('/preview/:token', async (request, reply) => {
    const payload = platform.secrets.verify<PreviewPayload>(request.params.token, now());
    const page = payload && (await pages[payload.kind]?.(platform, payload));
    if (!page) throw new AppError('common.not_found');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(platform, page))
      .header('cache-control', 'no-store')
      .send(page.html);
  });
  return app;
};
