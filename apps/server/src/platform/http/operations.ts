import { namesOnWire } from '@sergak/contract/wire-names.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { AppError } from '../errors.ts';
import { openApi } from './openapi.ts';
import { readiness } from './ready.ts';
import { referencePage } from './reference-page.ts';
import { createListener } from './server.ts';

/** Lifecycle phase of the process. */
export type Phase = 'starting' | 'ready' | 'stopping';

/** Adds the probes for liveness and readiness. */
export const addProbes = (app: FastifyInstance, platform: Platform, phase: () => Phase): void => {
  const look = readiness(platform);
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    if (phase() !== 'ready') return reply.status(503).header('retry-after', 5).send({ status: phase() });
    const status = await look();
    if (status === 'ready') return { status };
    return reply.status(503).header('retry-after', 5).send({ status });
  });
};

/**
 * The listener for monitoring, in a process of any role: liveness, readiness, metrics. It has no authentication, so
 * it uses a port of its own, on loopback unless configured otherwise.
 */
export const createOperations = async (platform: Platform, phase: () => Phase): Promise<FastifyInstance> => {
  const app = await createListener(platform);
  app.setNotFoundHandler(() => {
    throw new AppError('common.not_found');
  });
  addProbes(app, platform, phase);
  const { registry } = platform.metrics;
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return app;
};

/** Adds the API reference, generated from the table of calls. */
export const addReference = (
  app: FastifyInstance,
  platform: Platform,
  table: Readonly<Record<string, Endpoint>>,
): void => {
  let document: object | undefined; // made at the first request: few starts of the server ever need it
  app.get('/lk/api/docs/openapi.json', async () => (document ??= namesOnWire(openApi(table, platform.urls.portal))));
  app.get('/lk/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(referencePage(table)));
};
