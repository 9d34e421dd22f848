import { readConfig } from '../../config.ts';
import { jobContext } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform } from '../../platform/platform.ts';
import { readReports } from './read-reports.jobs.ts';

/** Reads the mailbox of an organisation and stops at a stage until it is killed, for tests that kill it there. */
const [databaseUrl, dataDir, organizationId, stage] = process.argv.slice(2);
const log = createLog({ logLevel: 'silent' });
const platform = await createPlatform({ ...readConfig({ SERGAK_PORT: '0' }), dataDir: dataDir! }, databaseUrl!, log);
const wait = async (): Promise<void> => {
  console.log(JSON.stringify({ stage }));
  await new Promise(() => setInterval(() => {}, 1_000));
};
await readReports(
  jobContext(platform, organizationId!, new AbortController().signal),
  {},
  {
    ...(stage === 'read' && { onRead: wait }),
    ...(stage === 'stored' && { onStored: wait }),
  },
);
await platform.db.close();
process.exit(0);
