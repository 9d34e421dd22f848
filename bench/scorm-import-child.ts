import { performance } from 'node:perf_hooks';
import { readConfig } from '../apps/server/src/config.ts';
import { importPackage } from '../apps/server/src/modules/scorm/packages.jobs.ts';
import { jobContext } from '../apps/server/src/platform/jobs.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import { round } from './lib.ts';

// The process of bench/scorm-import.ts that is measured: it runs one import.

export type Order = {
  readonly url: string;
  readonly dataDir: string;
  readonly organizationId: string;
  readonly importId: string;
};
/** Memory in MB. */
export type Done = { readonly before: number; readonly peak: number; readonly seconds: number };

process.once('message', (order: Order) => {
  void run(order).then((done) => process.send!(done, () => process.exit(0)));
});

const run = async ({ url, dataDir, organizationId, importId }: Order): Promise<Done> => {
  const config = { ...readConfig({ SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' }), dataDir };
  const platform = await createPlatform(config, url, createLog(config));
  const before = Math.round(process.resourceUsage().maxRSS / 1024);
  const started = performance.now();
  const job = jobContext(platform, organizationId, new AbortController().signal, 3, true);
  await importPackage(job, { organization_id: organizationId, import_id: importId });
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  await platform.db.close();
  return { before, peak, seconds: round((performance.now() - started) / 1000, 1) };
};
