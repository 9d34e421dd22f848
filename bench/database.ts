import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import type { Actor } from '../apps/server/seeds/demo/act.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createOrganization } from '../apps/server/src/modules/organizations/public.ts';
import { insertSession } from '../apps/server/src/modules/session/session.repo.ts';
import { inSystem } from '../apps/server/src/platform/db.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import { root, serve } from './lib.ts';

const ADMINISTRATOR = 'administrator@zavod.test';

/**
 * Opens a migrated, durable database with one organisation and an administrator who makes the calls. `close` deletes it,
 * unless a folder is given that later benchmarks of the run use as well.
 */
export const openDatabase = async (shared?: string) => {
  const folder = shared ?? (await mkdtemp(join(tmpdir(), 'sergak-bench-')));
  await mkdir(folder, { recursive: true });
  const config = { ...readConfig({ SERGAK_LOG_LEVEL: 'error', SERGAK_PORT: '0' }), dataDir: join(folder, 'data') };
  const log = createLog(config);
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await migrate(cluster.url, log);
  // The benchmarks fill and read tables directly, bypassing row-level security.
  const asSuperuser = new URL(cluster.adminUrl);
  asSuperuser.pathname = '/sergak';
  const platform = await createPlatform(config, asSuperuser.href, log);
  const { owner } = platform.db;
  const [existing] = (await owner.query<{ id: string }>('select id from organizations limit 1')).rows;
  const terms = { usersLimit: 1_000_000, licenceStart: '2020-01-01', licenceEnd: '2099-12-31' };
  const organizationId =
    existing?.id ??
    (await createOrganization(platform, { title: 'Завод', language: 'ru', timeZone: 'Asia/Tashkent', ...terms }));
  await owner.query(
    `update organizations set daily_cap = 100000000, approval_above = null, consent_required = false where id = $1`,
    [organizationId],
  );
  await owner.query(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, 'zavod.test', 'bench', now())
     on conflict do nothing`,
    [organizationId],
  );
  await owner.query(
    `insert into employees (organization_id, department_id, email, last_name, role, is_registered, consented_at)
     select $1, d.id, $2, 'Администратор', 'operator', true, now() from departments d where d.organization_id = $1 and d.is_default
       and not exists (select from employees e where e.email = $2)`,
    [organizationId, ADMINISTRATOR],
  );
  const { rows } = await owner.query<{ id: string }>('select id from employees where email = $1', [ADMINISTRATOR]);
  const administrator: Actor = { id: rows[0]!.id, name: 'Администратор', role: 'operator', organizationId };
  return {
    platform,
    owner,
    organizationId,
    administrator,
    scope: { organizationId, readable: [organizationId] },
    folder,
    url: cluster.url,
    async close() {
      await platform.db.close();
      await cluster.stop();
      if (!shared) await rm(folder, { recursive: true, force: true });
    },
  };
};
export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Starts the product on this database as a process of its own; the content origin has the next port. */
export const startProduct = async ({ url, folder }: Database) => {
  const port = 12_000 + (process.pid % 2_000) * 8;
  const child = spawn(process.execPath, [join(root, 'apps/server/start.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      SERGAK_DATA: join(folder, 'data'),
      SERGAK_DEMO: 'false',
      SERGAK_LOG_LEVEL: 'error',
      SERGAK_PORT: String(port),
    },
  });
  const stop = async () => {
    const stopped = once(child, 'exit');
    child.kill('SIGTERM');
    await stopped;
  };
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    await pause(200);
    if (await fetch(`http://127.0.0.1:${port}/lk/`).catch(() => undefined)) return { port, pid: child.pid!, stop };
  }
  throw new Error('The server did not start.');
};

/** Opens a session for each of these people. Returns its tokens in the same order. */
export const openSessions = ({ platform, organizationId }: Database, people: readonly string[]): Promise<string[]> =>
  inSystem(platform.db, async (tx) => {
    const tokens: string[] = [];
    const session = { organizationId, twoFactorDue: false, userAgent: 'bench', address: '127.0.0.1' };
    for (const employeeId of people) tokens.push(await insertSession(tx, { ...session, employeeId }));
    return tokens;
  });

/** Starts the tracking listener on this database as a process of its own. */
export const serveTracking = ({ url, folder }: Database) => {
  const settings = { DATABASE_URL: url, SERGAK_DATA: join(folder, 'data'), SERGAK_PORT: '0' };
  return serve('bench/tracking-server.ts', [], { ...settings, SERGAK_LOG_LEVEL: 'error' });
};
