import { readConfig } from '../config.ts';
import { install, printWelcome, type InstallDemo, type Installed } from './install.ts';
import { createLog, type Log } from '../platform/log.ts';
import { startServer } from './server.ts';

/** How long requests, emails in transfer and jobs, or a step of the start, may take to end after a signal. */
const PATIENCE_MS = 30_000;

/** Given by the first signal to end; the second does not wait. Heard from the first moment on, also while installing. */
const endSignal = (log: Log): AbortSignal => {
  const asked = new AbortController();
  const stop = (signal: string) => {
    if (asked.signal.aborted) process.exit(1);
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    asked.abort();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // A library that nobody can wait for may fail while the database is taken away: that must not cut the rest of the stop short.
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a failure that nobody waited for');
    if (!asked.signal.aborted) process.exit(1);
  });
  // `npm start` opens a channel to us; when it is killed, nobody would be left to stop us.
  if (process.channel) process.once('disconnect', () => stop('disconnect'));
  return asked.signal;
};

/**
 * Runs the server until a signal ends it. Demo data comes from outside: the entry that knows `seeds/` passes `installDemo`
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
    printWelcome(running, installed);
  } catch (error) {
    if (end?.aborted) process.exit(0);
    console.error(`\nSergak could not start. ${(error as Error).message}\n`);
    process.exit(1);
  }
};

if (import.meta.main) await main();
