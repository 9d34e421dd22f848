import { flushCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import { install, printWelcome, type InstallDemo, type Installed } from './install.ts';
import { createLog, type Log } from '../platform/log.ts';
import { startServer } from './server.ts';

/** Time limit after a signal for requests, emails in transfer, jobs, or a step of the start. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Aborted by the first signal; a second signal exits at once. Handles signals from the beginning, also during the
 * installation.
 */
const endSignal = (log: Log): AbortSignal => {
  const controller = new AbortController();
  const stop = (signal: string) => {
    if (controller.signal.aborted) process.exit(1);
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    controller.abort();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // While the database is being stopped, background work of a library may fail. That must not interrupt the rest of
  // the stop.
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'an unhandled rejection');
    if (!controller.signal.aborted) process.exit(1);
  });
  // `npm start` opens a channel to this process. If `npm start` is killed, the channel closes and this process stops
  // too.
  if (process.channel) process.once('disconnect', () => stop('disconnect'));
  return controller.signal;
};

/**
 * Runs the server until a signal ends it. Demo data is passed in by the entry point that knows `seeds/`
 * (`apps/server/start.ts`).
 */
export const main = async (installDemo?: InstallDemo): Promise<void> => {
  let end: AbortSignal | undefined;
  try {
    const config = readConfig();
    const log = createLog(config);
    end = endSignal(log);
    let installed: Installed = { first: null, demo: [], restored: false };
    const running = await startServer(config, {
      log,
      end,
      prepare: async (platform, signal) => {
        installed = await install(platform, { installDemo, signal });
      },
    });
    end.addEventListener('abort', () => void running.stop().then(() => process.exit(0)));
    flushCompileCache(); // with NODE_COMPILE_CACHE: the next start is faster even after a kill
    printWelcome(running, installed);
  } catch (error) {
    if (end?.aborted) process.exit(0);
    console.error(`\nSergak could not start. ${(error as Error).message}\n`);
    process.exit(1);
  }
};

if (import.meta.main) await main();
