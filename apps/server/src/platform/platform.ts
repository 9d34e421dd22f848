import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { trustFile } from './authorities.ts';
import type { Platform } from './context.ts';
import { openDatabase } from './db.ts';
import { openFiles } from './files.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createSecrets, loadMasterSecret, loadOldSecrets } from './secrets.ts';

/** Creates the shared services of the server. The database must have been migrated. */
export const createPlatform = async (config: Config, databaseUrl: string, log: Log): Promise<Platform> => {
  trustFile(config.caFile);
  const dataDir = resolve(config.dataDir);
  const local = (port: number) => `http://127.0.0.1:${port}`;
  return {
    config,
    log,
    db: openDatabase(databaseUrl, log),
    secrets: createSecrets(
      await loadMasterSecret(dataDir, config.secret),
      await loadOldSecrets(dataDir, config.oldSecret),
    ),
    files: await openFiles(config, log),
    metrics: createMetrics(),
    urls: {
      portal: config.publicUrls.portal ?? local(config.ports.portal),
      content: config.publicUrls.content ?? local(config.ports.content),
      phishing: config.publicUrls.phishing ?? local(config.ports.phishing),
    },
    mailbox: { port: null },
  };
};
