import { readConfig } from './config.ts';
import { install, printWelcome, type Installed } from './install.ts';
import { startServer, type Running } from './server.ts';

/** How long requests, letters in transfer and jobs may take to end after a signal. */
const PATIENCE_MS = 30_000;

const stopOnSignals = (running: Running) => {
  let asked = false;
  const stop = (signal: string) => {
    if (asked) process.exit(1); // the second signal does not wait
    asked = true;
    running.platform.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    void running.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // `npm start` opens a channel to us; when it is killed, nobody would be left to stop us.
  if (process.channel) process.once('disconnect', () => stop('disconnect'));
};

try {
  const config = readConfig();
  let installed: Installed = { first: null, demo: [], restored: false };
  const running = await startServer(config, undefined, async (platform) => {
    installed = await install(platform);
  });
  stopOnSignals(running);
  printWelcome(running.platform, installed);
} catch (error) {
  console.error(`\nSergak could not start. ${(error as Error).message}\n`);
  process.exit(1);
}
