import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@sergak/embedded-postgres/embedded-postgres.ts';
import { isDemoMade, sealDemo, type DemoOrder, type DemoProgress } from '../src/app/demo.ts';
import { readConfig, type Config } from '../src/config.ts';
import type { Platform } from '../src/platform/context.ts';
import { openDatabase } from '../src/platform/db.ts';
import { openFiles } from '../src/platform/files.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { createPlatform } from '../src/platform/platform.ts';
import { installDemo, type DemoSize } from './demo.ts';
import { publishContent, reserveIds } from './publish.ts';

/**
 * A third of the weight of the portal, so that people do not notice the work, but on a machine that is busy with other programs it
 * still ends.
 */
const NICE = 5;
/** Percentage at which the demo is made and only has to be copied. */
const MADE = 95;

/** A platform like `product` on a database of its own, without jobs that run, so that nothing disturbs the past year. */
const openDraft = async (product: Platform, folder: string, databaseUrl: string): Promise<Platform> => ({
  ...product,
  db: openDatabase(databaseUrl, product.log),
  files: await openFiles({ ...product.config, dataDir: folder, s3: undefined }, product.log),
  mailbox: { port: null },
});

const make = async (product: Platform, folder: string, database: EmbeddedPostgres, options: MakeOptions) => {
  await migrate(database.url, product.log);
  options.signal.throwIfAborted();
  const draft = await openDraft(product, folder, database.url);
  try {
    await reserveIds(product.db.owner, draft.db.owner);
    const onProgress = (percent: number) => report(Math.round((percent * MADE) / 100));
    const signIns = await installDemo(draft, { ...options, onProgress });
    report(MADE);
    options.signal.throwIfAborted();
    await publishContent(draft, product, async (owner) => {
      await owner.query('update first_start set sealed_demo = $1, demo_progress = null', [sealDemo(product, signIns)]);
    });
  } finally {
    await draft.db.close();
  }
};
type MakeOptions = { readonly signal: AbortSignal; readonly size?: DemoSize };

const report = (percent: number): void => {
  if (process.connected) process.send!({ percent } satisfies DemoProgress, () => undefined);
};

/** Makes the demo in a draft database that only this process uses, then copies it into the product's database. */
const makeOnDraft = async (config: Config, { databaseUrl, urls }: DemoOrder, options: MakeOptions): Promise<void> => {
  const log = createLog({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  const drafts = resolve(config.dataDir, 'demo-draft');
  // Left by a killed process. A PostgreSQL that still runs there ends within a minute of losing its files.
  await removeEmbeddedPostgres(join(drafts, 'postgres'));
  await rm(drafts, { recursive: true, force: true });
  const folder = join(drafts, 'postgres');
  const database = await startEmbeddedPostgres({
    dataDir: folder,
    durable: false,
    log: { info: (m) => log.info(m), warn: (m) => log.warn(m), error: (m) => log.error(m) },
  });
  try {
    options.signal.throwIfAborted();
    const product = { ...(await createPlatform(config, databaseUrl, log)), urls };
    try {
      if (!(await isDemoMade(product))) await make(product, drafts, database, options);
    } finally {
      await product.db.close();
    }
  } finally {
    await database.stop();
    await removeEmbeddedPostgres(folder);
    await rm(drafts, { recursive: true, force: true });
  }
};

/**
 * Runs as a process of its own: waits for the order, reports the progress, and cleans up when its parent disconnects. The portal
 * answers meanwhile, because this process and its database run at a low priority.
 */
export const runDemoProcess = async (size?: DemoSize): Promise<void> => {
  setPriority(NICE);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined); // the parent decides
  const end = new AbortController();
  process.once('disconnect', () => end.abort());
  const config = readConfig();
  try {
    const [order] = (await once(process, 'message', { signal: end.signal })) as [DemoOrder];
    await makeOnDraft(config, order, { signal: end.signal, size });
    process.exit(0);
  } catch (error) {
    if (!end.signal.aborted) createLog(config).error({ err: error }, 'the demo organisation was not made');
    process.exit(1);
  }
};

if (import.meta.main) await runDemoProcess();
