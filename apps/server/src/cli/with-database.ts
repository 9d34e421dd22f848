import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { ConfigurationRejected, readConfig, type Config } from '../config.ts';
import { trustFile } from '../platform/authorities.ts';
import { assertDatabase } from '../platform/await-database.ts';
import { DatabaseUnusable } from '../platform/database-failure.ts';

/**
 * Runs a command of the operator on the database of the configuration, or on `given`. Joins the embedded database of a running
 * portal, or starts it for this command. Wrong settings and a database that cannot be used are printed, and the exit code is 1.
 */
export const withDatabase = async (
  run: (url: string, config: Config) => Promise<void>,
  given?: string,
): Promise<void> => {
  try {
    const config = readConfig();
    trustFile(config.caFile);
    const own = given ?? config.databaseUrl;
    const embedded =
      own === undefined ? await startEmbeddedPostgres({ dataDir: resolve(config.dataDir, 'postgres') }) : null;
    try {
      const url = own ?? embedded!.url;
      await assertDatabase(url);
      await run(url, config);
    } finally {
      await embedded?.stop();
    }
  } catch (error) {
    if (!(error instanceof ConfigurationRejected || error instanceof DatabaseUnusable)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
