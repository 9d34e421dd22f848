import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import { checkInvariants } from './invariants.ts';

// `npm run invariants`: checks the consistency of the whole database. Prints one line per rule; exits with 1 if a
// rule is broken. Reads the same configuration as the product and may run at the same time.

const config = readConfig();
const cluster = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: resolve(config.dataDir, 'postgres') });
const platform = await createPlatform(config, config.databaseUrl ?? cluster!.url, createLog({ logLevel: 'error' }));
try {
  for (const { rule, broken, examples } of await checkInvariants(platform)) {
    console.log(broken === 0 ? `ok      ${rule}` : `BROKEN  ${rule}: ${broken} (${examples.join('; ')})`);
    if (broken > 0) process.exitCode = 1;
  }
} finally {
  await platform.db.close();
  await cluster?.stop();
}
