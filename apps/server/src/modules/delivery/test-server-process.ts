import { flushCompileCache } from 'node:module';
import { readConfig } from '../../config.ts';
import { startServer } from '../../app/server.ts';

/** The whole server as a process of its own, for tests that kill it. Configured by the environment, as in production. */
const running = await startServer(readConfig());
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
flushCompileCache(); // a killed process would not write it, and the next one would compile everything again
console.log(JSON.stringify(running.platform.urls));
