import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization } from '../apps/server/src/modules/organizations/public.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';

/** A migrated database of the product with one organisation in it; everything is gone after `close`. */
export const openStaffDatabase = async (usersLimit: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-bench-'));
  const config = { ...readConfig({ SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' }), dataDir: join(folder, 'data') };
  const log = createLog(config);
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await migrate(cluster.url, log);
  const platform = await createPlatform(config, cluster.url, log);
  const organizationId = await createOrganization(platform, {
    title: 'Завод',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  return {
    platform,
    organizationId,
    folder,
    url: cluster.url,
    async close() {
      await platform.db.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
export type StaffDatabase = Awaited<ReturnType<typeof openStaffDatabase>>;
