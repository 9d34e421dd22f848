import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveOrganizations } from './organizations.ts';
import { startProduct } from './server.ts';
import type { Running } from './running.ts';

/** Starts the product that all journeys and walks use: with a small demo, and with an organisation for each journey. */
export default async function setup() {
  const compiled = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  process.env.NODE_COMPILE_CACHE = compiled; // for the journeys that start a product of their own
  const env = { SERGAK_LOG_LEVEL: 'debug' };
  const { stop, ...product } = await startProduct(env, undefined, 'apps/server/test/small-demo.ts');
  const maker = await serveOrganizations(product.data);
  process.env.SERGAK_E2E = JSON.stringify({ ...product, maker: maker.url } satisfies Running);
  return async () => {
    await maker.close();
    await stop();
    await rm(compiled, { recursive: true, force: true, maxRetries: 10 });
  };
}
