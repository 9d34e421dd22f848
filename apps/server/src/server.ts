import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@sergak/contract/endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { handlers } from './jobs.ts';
import { authenticate } from './modules/session/session.query.ts';
import { addScim } from './modules/scim/scim.routes.ts';
import { runtimeConfiguration } from './modules/session/public.ts';
import type { Platform } from './platform/context.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { createContentOrigin } from './platform/http/content-origin.ts';
import { addOperations } from './platform/http/operations.ts';
import { addRoutes, createPortal } from './platform/http/server.ts';
import { serveWeb } from './platform/http/web-files.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createPlatform } from './platform/platform.ts';
import { startWorker } from './platform/worker.ts';
import { previews } from './previews.ts';
import { routes } from './routes.ts';
import { services } from './services.ts';

export type Running = { readonly platform: Platform; stop(): Promise<void> };
type Stop = () => Promise<unknown>;
/** Runs on the migrated database before anything works on it: the first installation. */
export type Prepare = (platform: Platform) => Promise<void>;

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/**
 * Starts the parts that the configured role needs, in the order in which each can count on the one before. `stop` ends
 * them in reverse: no new requests, those under way finish, jobs are released, the database goes last.
 */
export const startServer = async (
  config: Config,
  log: Log = createLog(config),
  prepare?: Prepare,
): Promise<Running> => {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await one().catch((error: Error) => log.error({ err: error }, 'a part did not stop cleanly'));
  };
  try {
    const databaseUrl = config.databaseUrl ?? (await embedded(config, log, stops));
    await migrate(databaseUrl, log);
    const platform = await createPlatform(config, databaseUrl, log);
    stops.push(() => platform.db.close());
    await prepare?.(platform);
    for (const service of services.filter((one) => one.roles.includes(config.role))) {
      const stopService = await service.start(platform);
      stops.push(stopService);
    }
    if (config.role === 'all' || config.role === 'web') await startPortal(platform, stops);
    if (config.role === 'all' || config.role === 'worker') {
      const worker = await startWorker(platform, handlers);
      stops.push(() => worker.stop());
    }
    return { platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const embedded = async (config: Config, log: Log, stops: Stop[]): Promise<string> => {
  const database = await startEmbeddedPostgres({
    dataDir: resolve(config.dataDir, 'postgres'),
    log: { info: (m) => log.info(m), warn: (m) => log.warn(m), error: (m) => log.error(m) },
  });
  stops.push(() => database.stop());
  return database.url;
};

/** Listens and answers the address; a taken port is said in words. */
export const listen = async (app: FastifyInstance, platform: Platform, port: number): Promise<string> => {
  try {
    await app.listen({ host: platform.config.host, port });
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw taken ? new Error(`Port ${port} is taken by another program. Set SERGAK_PORT to a free one.`) : error;
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return `http://${platform.config.host === '0.0.0.0' ? '127.0.0.1' : platform.config.host}:${actual}`;
};

const startPortal = async (platform: Platform, stops: Stop[]) => {
  const { config, urls } = platform;
  const content = await createContentOrigin(platform, previews);
  stops.push(() => content.close());
  const contentUrl = await listen(content, platform, config.ports.content);
  urls.content = config.publicUrls.content ?? contentUrl;
  let stopping = false;
  const app = await createPortal(platform);
  addOperations(app, platform, endpoints, () => stopping);
  addRoutes(app, platform, routes, authenticate);
  await addScim(app, platform);
  await serveWeb(app, platform, webFolder, () => runtimeConfiguration(platform));
  stops.push(async () => {
    stopping = true;
    await app.close();
  });
  const portalUrl = await listen(app, platform, config.ports.portal);
  urls.portal = config.publicUrls.portal ?? portalUrl;
};
