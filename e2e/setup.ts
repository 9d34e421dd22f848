import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Running } from './running.ts';
import { startProduct } from './server.ts';

const maker = fileURLToPath(new URL('organizations.ts', import.meta.url));

/** Starts the product that all journeys and walks use: with a small demo, and with an organisation for each journey. */
export default async function setup() {
  const compiled = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  process.env.NODE_COMPILE_CACHE = compiled; // several processes load the server
  const env = { SERGAK_LOG_LEVEL: 'debug', SERGAK_LOCAL_HOSTS: '127.0.0.1,localhost' };
  const { stop, ...product } = await startProduct(env, undefined, 'apps/server/test/small-demo.ts');
  const organizations = fork(maker, [product.data], { execArgv: [] }); // without the loader of Playwright
  const ended = once(organizations, 'exit');
  const [url] = (await Promise.race([once(organizations, 'message'), ended])) as [unknown];
  if (typeof url !== 'string') throw new Error('no organisations can be made, see above');
  process.env.SERGAK_E2E = JSON.stringify({ ...product, maker: url } satisfies Running);
  return async () => {
    organizations.disconnect();
    await ended;
    await stop();
    await rm(compiled, { recursive: true, force: true, maxRetries: 10 });
  };
}
