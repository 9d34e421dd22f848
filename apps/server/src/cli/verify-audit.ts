import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../config.ts';
import { verifyAll } from '../modules/audit/public.ts';
import { trustFile } from '../platform/authorities.ts';
import { openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';

/** Verifies the audit log of every organisation: prints one line each, and exits with 1 if a log is broken. */
const verify = async (url: string): Promise<boolean> => {
  const db = openDatabase(url, createLog({ logLevel: 'error' }), 2, { settings: { statement_timeout: '0' } });
  try {
    const verified = await verifyAll(db);
    for (const { id, title, verdict } of verified) {
      const state = verdict.broken
        ? `BROKEN at number ${verdict.broken.number}, entry ${verdict.broken.log_id}: ${verdict.broken.reason}`
        : 'whole';
      console.log(
        `${id}  ${title}\n  ${state}, rows ${verdict.rows}, unsealed ${verdict.pending}, head ${verdict.head ?? '-'}`,
      );
    }
    return verified.every((one) => one.verdict.broken === null);
  } finally {
    await db.close();
  }
};

const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const config = readConfig();
trustFile(config.caFile);
const url = given ?? config.databaseUrl;
// Joins the embedded database of a running portal, or starts it for this command.
const embedded =
  url === undefined ? await startEmbeddedPostgres({ dataDir: resolve(config.dataDir, 'postgres') }) : null;
try {
  process.exitCode = (await verify(url ?? embedded!.url)) ? 0 : 1;
} finally {
  await embedded?.stop();
}
