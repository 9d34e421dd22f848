import { flushCompileCache } from 'node:module';
import { readConfig, servesPortal } from '../config.ts';
import { createLog, type Log } from '../platform/log.ts';
import { isDemoMade, makeDemo } from './demo.ts';
import { install, type Installed } from './install.ts';
import { startServer, type Running } from './server.ts';
import { removeWhenUsed } from './sign-in-files.ts';
import { announceDemo, welcome } from './welcome.ts';

/**
 * Time limit after a signal for requests, emails in transfer, jobs, or a step of the start. Longer than `server.ts` gives the parts,
 * so that the embedded database is stopped before.
 */
const STOP_TIMEOUT_MS = 40_000;

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
 * Makes the demo organisation in the background if it is wanted and missing, and announces it. Returns a function that stops
 * that, and whether the demo follows.
 */
const followDemo = async (
  { platform, databaseUrl }: Running,
  script: string | undefined,
  end: AbortSignal,
): Promise<{ follows: boolean; done: Promise<void> }> => {
  const { config, urls, log } = platform;
  if (!script || !config.demo || !servesPortal(config) || (await isDemoMade(platform)))
    return { follows: false, done: Promise.resolve() };
  const done = makeDemo(platform, script, { databaseUrl, urls }, end)
    .then((made) => (made.length > 0 ? announceDemo(platform, made) : undefined))
    .catch((error: Error) => {
      if (!end.aborted)
        log.error({ err: error }, 'the demo organisation could not be made; the next start tries again');
    });
  return { follows: true, done };
};

/**
 * Runs the server until a signal ends it. The script that makes the demo organisation is passed in by the entry point that
 * knows `seeds/` (`apps/server/start.ts`).
 */
export const main = async (demoScript?: string): Promise<void> => {
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
        installed = await install(platform, signal);
      },
    });
    const demo = await followDemo(running, demoScript, end);
    const endWatch = installed.first ? removeWhenUsed(running.platform) : undefined;
    const stop = async () => {
      await Promise.all([demo.done, endWatch?.()]);
      await running.stop();
      process.exit(0);
    };
    if (end.aborted) await stop();
    end.addEventListener('abort', () => void stop());
    flushCompileCache(); // with NODE_COMPILE_CACHE: the next start is faster even after a kill
    await welcome(running, installed, demo.follows);
  } catch (error) {
    if (end?.aborted) process.exit(0);
    console.error(`\nSergak could not start. ${(error as Error).message}\n`);
    process.exit(1);
  }
};

if (import.meta.main) await main();
