import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import { checkInvariants } from './invariants.ts';
import { withDatabase } from './with-database.ts';

// `npm run invariants`: checks the consistency of the whole database. Prints one line per rule; exits with 1 if a
// rule is broken. Reads the same configuration as the product and may run at the same time.

await withDatabase(async (url, config) => {
  const platform = await createPlatform(config, url, createLog({ logLevel: 'error' }));
  try {
    for (const { rule, broken, examples } of await checkInvariants(platform)) {
      console.log(broken === 0 ? `ok      ${rule}` : `BROKEN  ${rule}: ${broken} (${examples.join('; ')})`);
      if (broken > 0) process.exitCode = 1;
    }
  } finally {
    await platform.db.close();
  }
});
