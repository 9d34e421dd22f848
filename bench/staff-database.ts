import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import type { Actor } from '../apps/server/seeds/demo/act.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization } from '../apps/server/src/modules/organizations/public.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';

/** A folder whose people are reused by the next run, because filling it takes minutes. */
const kept = process.env['SERGAK_BENCH_KEEP'];

const openFolder = async (): Promise<string> => {
  if (!kept) return mkdtemp(join(tmpdir(), 'sergak-bench-'));
  await mkdir(kept, { recursive: true });
  return kept;
};

/** Opens a migrated database with one organisation; `close` deletes it unless it is kept. */
export const openStaffDatabase = async (usersLimit: number) => {
  const folder = await openFolder();
  const config = { ...readConfig({ SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' }), dataDir: join(folder, 'data') };
  const log = createLog(config);
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await migrate(cluster.url, log);
  // The benchmarks fill and read tables directly, bypassing row-level security.
  const asSuperuser = new URL(cluster.adminUrl);
  asSuperuser.pathname = '/sergak';
  const platform = await createPlatform(config, asSuperuser.href, log);
  const known = await platform.db.owner.query<{ id: string }>('select id from organizations limit 1');
  const organizationId =
    known.rows[0]?.id ??
    (await createOrganization(platform, {
      title: 'Завод',
      language: 'ru',
      timeZone: 'Asia/Tashkent',
      usersLimit,
      licenceStart: '2020-01-01',
      licenceEnd: '2099-12-31',
    }));
  return {
    platform,
    organizationId,
    folder,
    url: cluster.url,
    async close() {
      await platform.db.close();
      await cluster.stop();
      if (!kept) await rm(folder, { recursive: true, force: true });
    },
  };
};
export type StaffDatabase = Awaited<ReturnType<typeof openStaffDatabase>>;

/** Adds a person who makes the calls of a benchmark, or takes the one of an earlier run. */
export const addOfficer = (
  { platform, organizationId }: StaffDatabase,
  last_name: string,
  role: Actor['role'],
): Promise<Actor> =>
  inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
    const email = 'officer@zavod.test';
    const known = await tx
      .selectFrom('employees')
      .select(['id', 'full_name'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (known) return { id: known.id, name: known.full_name, role, organizationId };
    const home = await tx.selectFrom('departments').select('id').executeTakeFirstOrThrow();
    const row = await tx
      .insertInto('employees')
      .values({ department_id: home.id, email, last_name, role })
      .returning(['id', 'full_name'])
      .executeTakeFirstOrThrow();
    return { id: row.id, name: row.full_name, role, organizationId };
  });
