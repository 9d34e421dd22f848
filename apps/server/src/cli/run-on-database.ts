import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../config.ts';
import { trustFile } from '../platform/authorities.ts';
import { openDatabase, type Database } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';

/**
 * Runs a command of the operator on the database of the configuration and prints its text. Joins the embedded database of a
 * running portal, or starts it for this command. An error of the class `Rejected` is printed and sets the exit code 1.
 */
export const runOnDatabase = async (
  run: (db: Database, args: readonly string[]) => Promise<string>,
  Rejected: new (...args: never[]) => Error,
): Promise<void> => {
  const config = readConfig();
  trustFile(config.caFile);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: resolve(config.dataDir, 'postgres') })
      : null;
  const db = openDatabase(config.databaseUrl ?? embedded!.url, createLog({ logLevel: 'error' }), 2);
  try {
    console.log(await run(db, process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await db.close();
    await embedded?.stop();
  }
};
