import { openDatabase, type Database } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { withDatabase } from './with-database.ts';

/** What a command prints, with the exit code of the process. */
export type Printed = { readonly text: string; readonly exitCode: number };

/**
 * Runs a command of the operator on the database of the configuration and prints its text. An error of the class `Rejected` is
 * printed and sets the exit code 1.
 */
export const runOnDatabase = (
  run: (db: Database, args: readonly string[]) => Promise<string | Printed>,
  Rejected: new (...args: never[]) => Error,
): Promise<void> =>
  withDatabase(async (url) => {
    const db = openDatabase(url, createLog({ logLevel: 'error' }), 2);
    try {
      const printed = await run(db, process.argv.slice(2));
      console.log(typeof printed === 'string' ? printed : printed.text);
      if (typeof printed !== 'string') process.exitCode = printed.exitCode;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    } finally {
      await db.close();
    }
  });
