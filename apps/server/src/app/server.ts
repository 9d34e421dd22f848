import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@sergak/contract/endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { servesPortal, type Config } from '../config.ts';
import { contentParts, handlers, portalParts, previews, routes, services } from './composition.ts';
import { authenticate, runtimeConfiguration } from '../modules/session/public.ts';
import { awaitDatabase } from '../platform/await-database.ts';
import { trustFile } from '../platform/authorities.ts';
import type { Platform } from '../platform/context.ts';
import { createContentOrigin } from '../platform/http/content-origin.ts';
import { isLoopback } from '../platform/http/hosts.ts';
import { addProbes, addReference, createOperations, type Phase } from '../platform/http/operations.ts';
import { addRoutes, createPortal } from '../platform/http/server.ts';
import { serveWeb } from '../platform/http/web-files.ts';
import { createLog, type Log } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { createPlatform } from '../platform/platform.ts';
import { portFailure, assertPortsFree, type Port } from '../platform/ports.ts';
import { isOneSite, sharesCookies } from '../modules/settings/public.ts';
import { startWorker } from '../platform/worker.ts';

export type Running = {
  readonly platform: Platform;
  readonly databaseUrl: string;
  /** Address of the operations listener (health and metrics) on this machine. */
  readonly operations: string;
  stop(): Promise<void>;
};
type Stop = () => Promise<unknown>;

/** Requests and jobs may end by themselves for this long after a signal; then their statements are cancelled. */
const CANCEL_AFTER_MS = 10_000;
const CANCEL_EVERY_MS = 1_000;
/** Then the embedded database is stopped, whatever still runs: it must not outlive the product. */
const PARTS_STOP_WITHIN_MS = 25_000;
type Options = {
  readonly log?: Log;
  /** Runs on the migrated database before any other part starts: the first installation. */
  readonly prepare?: (platform: Platform, end: AbortSignal) => Promise<void>;
  /** Cancels the start between two steps: the parts started so far are stopped, then the start fails. */
  readonly end?: AbortSignal;
};

const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Ports of a process with the configured role. */
const portsOf = (config: Config): Port[] => {
  const { host, operationsHost, ports, role } = config;
  const portal = [
    { variable: 'SERGAK_PORT', host, port: ports.portal },
    { variable: 'SERGAK_CONTENT_PORT', host, port: ports.content },
  ];
  const phishing = [{ variable: 'SERGAK_PHISHING_PORT', host, port: ports.phishing }];
  return [
    ...(servesPortal(config) ? portal : []),
    ...(role === 'all' || role === 'tracking' ? phishing : []),
    { variable: 'SERGAK_OPERATIONS_PORT', host: operationsHost, port: ports.operations },
  ];
};

/** Stops the parts one after the other. The statements of parts that take long are cancelled. */
const stopParts = async (parts: readonly Stop[], log: Log, cancel?: Stop): Promise<void> => {
  let ended = false;
  const stopAll = async () => {
    for (const one of parts)
      await one().catch((error: Error) => log.error({ err: error }, 'a part did not stop cleanly'));
    ended = true;
  };
  const cancelLate = async () => {
    await pause(CANCEL_AFTER_MS, undefined, { ref: false });
    for (let waited = CANCEL_AFTER_MS; !ended && waited < PARTS_STOP_WITHIN_MS; waited += CANCEL_EVERY_MS) {
      log.warn('some statements take too long and are cancelled');
      await cancel?.().catch((error: Error) => log.warn({ err: error }, 'the statements could not be cancelled'));
      await pause(CANCEL_EVERY_MS, undefined, { ref: false });
    }
  };
  await Promise.race([stopAll(), cancelLate()]);
  if (!ended) log.error('some parts did not stop in time');
};

/**
 * Starts the parts of the configured role in order of their dependencies. `stop` ends them in reverse: no new
 * requests, running requests finish, jobs are released, the database last.
 */
export const startServer = async (
  config: Config,
  { log = createLog(config), prepare, end = new AbortController().signal }: Options = {},
): Promise<Running> => {
  const stops: Stop[] = [];
  let stopDatabase: Stop | undefined;
  let cancel: Stop | undefined;
  let phase: Phase = 'starting';
  const stop = async () => {
    phase = 'stopping';
    await stopParts(stops.splice(0).reverse(), log, cancel);
    await stopDatabase?.().catch((error: Error) => log.error({ err: error }, 'the database did not stop cleanly'));
  };
  try {
    trustFile(config.caFile); // also for the connection of the migrations
    await assertPortsFree(portsOf(config));
    const database = config.databaseUrl === undefined ? await startEmbedded(config, log) : undefined;
    stopDatabase = database && (() => database.stop());
    const databaseUrl = config.databaseUrl ?? database!.url;
    end.throwIfAborted();
    await awaitDatabase(databaseUrl, log, end);
    await migrate(databaseUrl, log);
    end.throwIfAborted();
    const platform = await createPlatform(config, databaseUrl, log);
    stops.push(() => platform.db.close());
    cancel = () => platform.db.cancelStatements();
    const operations = await startOperations(platform, () => phase, stops);
    await prepare?.(platform, end);
    end.throwIfAborted();
    await startParts(platform, () => phase, stops);
    end.throwIfAborted();
    warnAboutSharedSite(platform);
    phase = 'ready';
    return { platform, databaseUrl, operations, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const warnAboutSharedSite = ({ urls, log }: Platform): void => {
  if (isOneSite(urls.portal, urls.phishing))
    log.warn(
      { portal: urls.portal, phishing: urls.phishing },
      'portal and landing pages share one registrable domain: give the phishing origin a domain of its own (SERGAK_PHISHING_URL)',
    );
  if (sharesCookies(urls.portal, urls.content))
    log.warn(
      { portal: urls.portal, content: urls.content },
      'portal and content origin share one host without TLS, so an uploaded package can set cookies of the portal: use https, or give the content a host name of its own (SERGAK_CONTENT_URL)',
    );
};

const startEmbedded = (config: Config, log: Log) =>
  startEmbeddedPostgres({
    dataDir: resolve(config.dataDir, 'postgres'),
    log: { info: (m) => log.info(m), warn: (m) => log.warn(m), error: (m) => log.error(m) },
  });

/** Starts listening and returns the address. A taken port is reported with advice. */
const listen = async (app: FastifyInstance, at: Port): Promise<string> => {
  try {
    await app.listen(at);
  } catch (error) {
    throw portFailure(at, error);
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address ? address.port : at.port;
  return `http://${at.host === '0.0.0.0' ? '127.0.0.1' : at.host}:${actual}`;
};

const startOperations = async (platform: Platform, phase: () => Phase, stops: Stop[]): Promise<string> => {
  const app = await createOperations(platform, phase);
  stops.push(() => app.close());
  return listen(app, portsOf(platform.config).at(-1)!);
};

const startParts = async (platform: Platform, phase: () => Phase, stops: Stop[]): Promise<void> => {
  const { config } = platform;
  for (const service of services.filter((one) => one.roles.includes(config.role))) {
    const stopService = await service.start(platform);
    stops.push(stopService);
  }
  if (servesPortal(config)) await startPortal(platform, phase, stops);
  if (config.role === 'all' || config.role === 'worker') {
    const worker = await startWorker(platform, handlers);
    stops.push(() => worker.stop());
  }
};

const startPortal = async (platform: Platform, phase: () => Phase, stops: Stop[]): Promise<void> => {
  const { config, urls } = platform;
  if (!config.publicUrls.portal && !isLoopback(config.host))
    platform.log.warn('SERGAK_PORTAL_URL is not set: the portal rejects requests for unknown host names');
  const [portalPort, contentPort] = portsOf(config) as [Port, Port];
  const content = await createContentOrigin(platform, previews);
  for (const addPart of contentParts) await addPart(content, platform);
  stops.push(() => content.close());
  const contentUrl = await listen(content, contentPort);
  urls.content = config.publicUrls.content ?? contentUrl;
  const app = await createPortal(platform);
  addProbes(app, platform, phase);
  addReference(app, platform, endpoints);
  addRoutes(app, platform, routes, authenticate);
  for (const addPart of portalParts) await addPart(app, platform, authenticate);
  await serveWeb(app, platform, webFolder, () => runtimeConfiguration(platform));
  stops.push(() => app.close());
  const portalUrl = await listen(app, portalPort);
  urls.portal = config.publicUrls.portal ?? portalUrl;
};
