import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { ClientOfPool, DatabaseClient } from './database-client.ts';
import type { Log } from './log.ts';
import { FUNCTIONS, readMigrations, type MigrationFile } from './migration-files.ts';
import { compareMigrations, type Applied } from './migration-state.ts';

/** Key of the advisory lock. Any number works as long as every node uses the same one. */
const LOCK = 7_263_410_021;

/**
 * Priority of jobs that are queued by the thousand: they run after single jobs such as a sign-in code, an import or a
 * bulk task.
 */
const LOW_PRIORITY = 10;

/**
 * Functions through which the product uses the queue; they are created after its tables. The payload of a job is only
 * in the private table of the library, and only its rows can be locked; everything else uses its public API.
 */
const queueFunctions = `
create or replace function public.enqueue(name text, payload json, key text default null, run_at timestamptz default null,
  queue text default null, attempts int default 5) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select (graphile_worker.add_job(name, payload, job_key := key, run_at := run_at, queue_name := queue, max_attempts := attempts)).id
$$;
revoke all on function public.enqueue(text, json, text, timestamptz, text, int) from public;
grant execute on function public.enqueue(text, json, text, timestamptz, text, int) to sergak_app, sergak_system;
create or replace function public.enqueue_once(name text, payload json, job_key text, run_at timestamptz, attempts int) returns bool
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_new bool;
begin
  -- The lock keeps a waiting job from starting before this transaction ends.
  perform from graphile_worker._private_jobs j
    where j.key = job_key and j.locked_at is null and j.attempts < j.max_attempts for key share;
  is_new := not found;
  if is_new then perform public.enqueue(name, payload, job_key, run_at, attempts => enqueue_once.attempts); end if;
  return is_new;
end $$;
revoke all on function public.enqueue_once(text, json, text, timestamptz, int) from public;
grant execute on function public.enqueue_once(text, json, text, timestamptz, int) to sergak_system;
create or replace function public.enqueue_many(name text, payloads json[], keys text[], attempts int)
  returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from graphile_worker.add_jobs(array(
    select (name, j.payload, null, null, attempts, j.key, ${LOW_PRIORITY}::int, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as j (payload, key)))
$$;
revoke all on function public.enqueue_many(text, json[], text[], int) from public;
grant execute on function public.enqueue_many(text, json[], text[], int) to sergak_app, sergak_system;
create or replace function public.live_jobs(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select key from graphile_worker.jobs where key = any(keys) and (locked_at is not null or attempts < max_attempts)
$$;
revoke all on function public.live_jobs(text[]) from public;
grant execute on function public.live_jobs(text[]) to sergak_system;
create or replace function public.tasks_with_jobs(tasks text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.payload->>'task_id' from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
  where p.payload->>'task_id' = any(tasks) and (j.locked_at is not null or j.attempts < j.max_attempts)
$$;
revoke all on function public.tasks_with_jobs(text[]) from public;
grant execute on function public.tasks_with_jobs(text[]) to sergak_system;
create or replace function public.organizations_with_jobs(names text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.payload->>'organization_id' from graphile_worker._private_jobs p
  join graphile_worker.jobs j on j.id = p.id
  where j.task_identifier = any(names) and (j.locked_at is not null or j.attempts < j.max_attempts)
$$;
revoke all on function public.organizations_with_jobs(text[]) from public;
grant execute on function public.organizations_with_jobs(text[]) to sergak_system;`;

/**
 * Migrates the database: runs every SQL file of `migrations/` once, in order of name, each in a transaction, under an
 * advisory lock so that several nodes can start together; afterwards the functions of this release. Changes nothing in a database that a newer release has
 * migrated, and in one that it rejects with `DatabaseRejected`. `folder`: the migrations of another release, for tests.
 */
export const migrate = async (url: string, log: Log, folder?: string): Promise<{ applied: string[] }> => {
  const client = new DatabaseClient({ connectionString: url, application_name: 'sergak-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await assertServer(client);
    const { waiting, newer } = compareMigrations(await readMigrations(folder), await readApplied(client));
    if (newer.length > 0)
      log.warn(
        { migrations: newer.length, last: newer.at(-1) },
        'the database was migrated by a newer release: this one works with it, but should be replaced soon',
      );
    if (newer.length === 0) await ensureSchemaRights(client);
    const applied = newer.length > 0 ? [] : await applyFiles(client, waiting, log);
    if (newer.length === 0) {
      for (const { text } of await readMigrations(FUNCTIONS)) await client.query(text);
      await migrateQueue(url);
      await client.query(queueFunctions);
    }
    await warnIfLoginBypassesPolicies(client, log);
    return { applied };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    await client.end();
  }
};

const migrateQueue = async (url: string): Promise<void> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    Client: ClientOfPool,
  });
  // Without listeners the queue warns of them; a lost connection fails the statement that runs.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
};

/** What a database has run. Changes nothing; an empty database has run nothing. */
export const readApplied = async (client: pg.Client): Promise<Applied[]> => {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as found`,
  );
  return rows[0]!.found ? (await client.query<Applied>('select name, hash from public.schema_migrations')).rows : [];
};

const assertServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number; folded: string; encoding: string; may_begin: boolean }>(
    `select current_setting('server_version_num')::int as version, lower('ПРИВЕТ') as folded,
       pg_encoding_to_char(encoding) as encoding,
       to_regclass('public.schema_migrations') is not null
         or (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_begin
     from pg_database where datname = current_database()`,
  );
  const { version, folded, encoding, may_begin } = rows[0]!;
  if (version < 150_000) throw new Error('The database server is too old: Sergak needs PostgreSQL 15 or newer.');
  if (!may_begin)
    throw new Error('The database user may not create roles, which the first start has to do: give it CREATEROLE.');
  if (encoding !== 'UTF8' || folded !== 'привет')
    throw new Error('The database does not fold Cyrillic letters: create it with encoding UTF8 and a UTF-8 locale.');
};

/**
 * Gives the login the right to create tables. Since PostgreSQL 15 only the owner of the database has it, through the role
 * pg_database_owner, of which a login with NOINHERIT is a member without inheriting its rights.
 */
const ensureSchemaRights = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ login: string; may_create: boolean; owns: boolean }>(
    `select quote_ident(current_user) as login, has_schema_privilege('public', 'create') as may_create,
       pg_has_role('pg_database_owner', 'member') as owns`,
  );
  const { login, may_create, owns } = rows[0]!;
  if (may_create) return;
  if (!owns)
    throw new Error(
      `The database user may not create tables: run «alter database … owner to ${login}», or «grant usage, create on schema ` +
        `public to ${login}» in this database, as its superuser.`,
    );
  await client.query(`set role pg_database_owner; grant usage, create on schema public to ${login}; reset role`);
};

/**
 * Warns if the login bypasses the policies of the working roles: a connection that falls back to the login sees every
 * organisation.
 */
const warnIfLoginBypassesPolicies = async (client: pg.Client, log: Log): Promise<void> => {
  const { rows } = await client.query<{ powerful: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(oid, 'sergak_system', 'usage') as powerful from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.powerful)
    log.warn(
      'The database user is a superuser or inherits from the roles of Sergak, so RESET ROLE would end row-level security: see «Your own PostgreSQL» in docs/operation.md.',
    );
};

/**
 * Runs a migration while the login inherits from the working roles, which it may otherwise only set: migrations
 * replace functions that belong to those roles. The grant is part of the migration's transaction, so no other
 * connection inherits.
 */
const whileInheriting = async (client: pg.Client, work: () => Promise<unknown>): Promise<void> => {
  const { rows } = await client.query<{ grants: string; version: number }>(
    `select format('%I to %I', r.rolname, current_user) as grants, current_setting('server_version_num')::int as version
     from pg_roles r where r.rolname like 'sergak\\_%' and r.rolname <> current_user
       and pg_has_role(r.oid, 'member') and not pg_has_role(r.oid, 'usage')`,
  );
  const inherit = async (on: boolean) => {
    if (rows.length === 0) return;
    // Before PostgreSQL 16, inheritance is an attribute of the member; since then, of each membership.
    if (rows[0]!.version < 160_000)
      await client.query(`do $$ begin execute format('alter role %I ${on ? '' : 'no'}inherit', current_user); end $$`);
    else for (const { grants } of rows) await client.query(`grant ${grants} with inherit ${on}`);
  };
  await inherit(true);
  await work();
  await inherit(false);
};

const applyFiles = async (client: pg.Client, files: readonly MigrationFile[], log: Log): Promise<string[]> => {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`);
  for (const { name, text, hash } of files) {
    await client.query('begin');
    try {
      await whileInheriting(client, () => client.query(text));
      await client.query('insert into public.schema_migrations (name, hash) values ($1, $2)', [name, hash]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
    log.debug({ migration: name }, 'migration applied');
  }
  const applied = files.map(({ name }) => name);
  if (applied.length > 0) log.info({ migrations: applied.length, last: applied.at(-1) }, 'the database was migrated');
  return applied;
};
