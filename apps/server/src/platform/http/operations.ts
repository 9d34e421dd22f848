import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { ping } from '../db.ts';
import { AppError } from '../errors.ts';
import { openApi } from './openapi.ts';
import { referencePage } from './reference-page.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** What operators and machines ask: alive, ready, numbers, and the API's own reference. */
export const addOperations = (
  app: FastifyInstance,
  platform: Platform,
  table: Readonly<Record<string, Endpoint>>,
  stopping: () => boolean,
): void => {
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    if (stopping()) return reply.status(503).header('retry-after', 5).send({ status: 'stopping' });
    try {
      await ping(platform.db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'no database' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (proxied || !loopback.test(request.socket.remoteAddress ?? '')) throw new AppError('common.not_found');
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
  const document = openApi(table, platform.urls.portal);
  app.get('/lk/api/docs/openapi.json', async () => document);
  app.get('/lk/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(referencePage(table)));
};
