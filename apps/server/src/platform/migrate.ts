import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { ClientOfPool, DatabaseClient } from './database-client.ts';
import type { Log } from './log.ts';
import { FUNCTIONS, readMigrations, type MigrationFile } from './migration-files.ts';
import { compareMigrations, type Applied } from './migration-state.ts';

/** Key of the advisory lock. Any number works as long as every node uses the same one. */
const LOCK = 7_263_410_021;

/**
 * Migrates the database: runs every SQL file of `migrations/` once, in order of name, under an advisory lock so that several
 * nodes can start together; then the tables of the queue, and every file of `functions/`. Each file is a transaction. Changes
 * nothing in a database that a newer release has migrated, and in one that it rejects with `DatabaseRejected`. `folder`: the
 * migrations of another release, for tests.
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
      await migrateQueue(url);
      for (const file of await readMigrations(FUNCTIONS)) await runFile(client, file);
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
 * Gives the login the right to create tables, and to lend that right to the roles that own functions. Since PostgreSQL 15
 * only the owner of the database has it, through the role pg_database_owner, of which a login with NOINHERIT is a member
 * without inheriting its rights.
 */
const ensureSchemaRights = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ login: string; may_create: boolean; owns: boolean }>(
    `select quote_ident(current_user) as login, has_schema_privilege('public', 'create with grant option') as may_create,
       pg_has_role('pg_database_owner', 'member') as owns`,
  );
  const { login, may_create, owns } = rows[0]!;
  if (may_create) return;
  if (!owns)
    throw new Error(
      `The database user may not create tables: run «alter database … owner to ${login}», or «grant usage, create on schema ` +
        `public to ${login} with grant option» in this database, as its superuser.`,
    );
  await client.query(
    `set role pg_database_owner; grant usage, create on schema public to ${login} with grant option; reset role`,
  );
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

/** Runs one file in a transaction. `then` belongs to it. */
const runFile = async (client: pg.Client, { name, text }: MigrationFile, then?: () => Promise<unknown>) => {
  await client.query('begin');
  try {
    await client.query(text);
    await then?.();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
};

const applyFiles = async (client: pg.Client, files: readonly MigrationFile[], log: Log): Promise<string[]> => {
  await client.query(`create table if not exists public.schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`);
  for (const file of files) {
    const { name, hash } = file;
    await runFile(client, file, () =>
      client.query('insert into public.schema_migrations (name, hash) values ($1, $2)', [name, hash]),
    );
    log.debug({ migration: name }, 'migration applied');
  }
  const applied = files.map(({ name }) => name);
  if (applied.length > 0) log.info({ migrations: applied.length, last: applied.at(-1) }, 'the database was migrated');
  return applied;
};
