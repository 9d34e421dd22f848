import { readConfig } from '../../config.ts';
import { jobContext } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform } from '../../platform/platform.ts';
import { makeReport } from './reports.jobs.ts';

/** Writes a report and stops before its file is stored until it is killed, for tests that kill it there. */
const [databaseUrl, dataDir, organizationId, reportId] = process.argv.slice(2);
const log = createLog({ logLevel: 'silent' });
const platform = await createPlatform({ ...readConfig({ SERGAK_PORT: '0' }), dataDir: dataDir! }, databaseUrl!, log);
const putFile = (path: string): Promise<string> => {
  console.log(path);
  return new Promise(() => setInterval(() => {}, 1_000));
};
const stopping = { ...platform, files: { ...platform.files, putFile } };
await makeReport(jobContext(stopping, organizationId!, new AbortController().signal), {
  organization_id: organizationId!,
  report_id: reportId!,
});
