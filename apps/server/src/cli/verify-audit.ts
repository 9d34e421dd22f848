import { verifyAll } from '../modules/audit/public.ts';
import { openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { withDatabase } from './with-database.ts';

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

const fileName = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
await withDatabase(async (url) => {
  process.exitCode = (await verify(url)) ? 0 : 1;
}, fileName);
