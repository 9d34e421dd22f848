import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../db-types.ts';
import { ClientOfPool, type DatabaseClient } from './database-client.ts';
import { outageOf, type Log } from './log.ts';

// Values arrive as the wire needs them: numbers as numbers, instants as ISO 8601, days as YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
const isoOf = (text: string): string => new Date(text).toISOString();
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoOf);
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
const textsOf: (text: string) => string[] = pg.types.getTypeParser(1009 as number); // text[]
pg.types.setTypeParser(1182 as number, textsOf); // date[]
pg.types.setTypeParser(1185 as number, (text) => textsOf(text).map(isoOf)); // timestamptz[]

/** A transaction limited to one organisation (or, for reading, to a subtree). Repositories accept nothing else. */
export type Tx = Transaction<DB> & { readonly __tenant: true };
/** A transaction across organisations: sign-in, tracking, sweeps. */
export type SystemTx = Transaction<DB> & { readonly __system: true };

export type Scope = {
  readonly organizationId: string;
  /** The organisation and its descendants, for `subtree` reads. */
  readonly readable: readonly string[];
};

export type Database = {
  readonly app: Kysely<DB>;
  readonly system: Kysely<DB>;
  /** A pool of the database owner, for migrations and the job queue only. */
  readonly owner: pg.Pool;
  /**
   * A second set of connections for data that takes a hundred thousand queries to write and can be regenerated, such
   * as the demo. Commits do not wait for the disk, and each statement is planned once per connection instead of each
   * time.
   */
  withoutSync(): Database;
  /** Cancels the statements that calls and jobs of this process are running, so that it can stop. */
  cancelStatements(): Promise<void>;
  close(): Promise<void>;
};

type PoolSettings = Pick<PoolUse, 'settings' | 'sendsBeforePrepared'>;
const WITHOUT_SYNC: PoolSettings = { settings: { synchronous_commit: 'off' }, sendsBeforePrepared: 0 };

/** A connection prepares a statement once it was sent this often; a plan for rare statements is not worth its memory. */
const SENDS_BEFORE_PREPARED = 5;
/** Number of statements that a connection counts; those of lists vary with their filters. */
const TEXTS_COUNTED = 1_000;
/**
 * Statements whose best plan depends on their values are never prepared, because PostgreSQL would replace the plan by a generic
 * one: those that search for a pattern, and long ones, which are the filtered lists.
 */
const TEXT_PREPARED_MAX = 1_000;
const PATTERN = /\bi?like\b/i;
const NEVER_PREPARED = '/* planned each time */';
const KEPT_PLAN = '/* plan kept */';
/**
 * Begins a statement that must not be prepared, because its plan depends on the size of a table that grows from nothing to
 * thousands of rows within seconds.
 */
export const PLANNED_EACH_TIME = sql.raw(NEVER_PREPARED);
/** Marks a long statement whose plan does not depend on its values: it is prepared like a short one. */
export const PLAN_KEPT = sql.raw(KEPT_PLAN);
const isPreparable = (text: string): boolean =>
  (text.length <= TEXT_PREPARED_MAX || text.includes(KEPT_PLAN)) &&
  !text.includes(NEVER_PREPARED) &&
  !PATTERN.test(text);
/** Values with more items, or texts (JSON of rows) longer than this, belong to a statement about many rows. */
const FEW = { items: 20, characters: 2_000 };
/**
 * Whether a statement gets the values of many rows. Such a statement is planned each time: a kept plan is generic and is made
 * while the tables are as small as they were at first. It compares each row with each value (`= any($1)`), so writing twice as many
 * people would take four times as long.
 */
const isForMany = (values: readonly unknown[]): boolean =>
  values.some(
    (value) =>
      (Array.isArray(value) && value.length > FEW.items) ||
      (typeof value === 'string' && value.length > FEW.characters),
  );
/** SQLSTATE of "cached plan must not change result type": another node has migrated the database meanwhile. */
const PLAN_OUTDATED = '0A000';

/**
 * Makes a connection prepare the statements it sends often. Parsing and planning is more than half of the work of a
 * short query, for the server and for the client.
 */
const prepareFrequent = (client: pg.PoolClient, sendsBefore: number): void => {
  const counted = new Map<string, { readonly name: string; sends: number }>();
  let names = 0;
  const nameOf = (text: string): string | undefined => {
    if (!counted.has(text) && counted.size < TEXTS_COUNTED && (sendsBefore === 0 || isPreparable(text)))
      counted.set(text, { name: `q${names++}`, sends: 0 });
    const one = counted.get(text);
    return one && ++one.sends > sendsBefore ? one.name : undefined;
  };
  const send = client.query.bind(client) as (query: unknown, ...more: unknown[]) => unknown;
  client.query = ((text: unknown, values?: unknown, ...more: unknown[]) => {
    const isStatement = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isStatement && !isForMany(values) ? nameOf(text) : undefined;
    if (name === undefined) return send(text, values, ...more);
    const sent = send({ name, text, values }, ...more);
    if (sent instanceof Promise)
      sent.catch((error: { code?: unknown }) => {
        if (error.code === PLAN_OUTDATED) counted.delete(text as string);
      });
    return sent;
  }) as pg.PoolClient['query'];
};

type PoolUse = {
  /** The role in which every connection of the pool works; without it, the login. */
  readonly role?: string;
  /** Further settings of every connection. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly sendsBeforePrepared?: number;
  /** Gets every connection of the pool as long as it is open. */
  readonly connections?: Set<pg.PoolClient>;
};

const pool = (url: string, log: Log, name: string, max: number, use: PoolUse = {}): pg.Pool => {
  const { role, settings, sendsBeforePrepared, connections } = use;
  const created = new pg.Pool({
    connectionString: url,
    max,
    application_name: `sergak-${name}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A server that vanished without a word is noticed after some seconds instead of hours.
    keepAliveInitialDelayMillis: 10_000,
    Client: ClientOfPool,
    // The pool awaits the returned promise, and closes the connection if it is rejected; the types do not say so.
    ...(role && { onConnect: (client) => prepareConnection(client, role, settings) as unknown as void }),
  });
  created.on('error', (error) => log.warn({ pool: name, err: error }, 'an idle database connection was lost'));
  created.on('release', (_error, client) => {
    if ((client as pg.PoolClient & DatabaseClient).isOutdated) void (client as pg.PoolClient & DatabaseClient).end();
  });
  created.on('remove', (client) => connections?.delete(client));
  created.on('connect', (client) => {
    connections?.add(client);
    if (sendsBeforePrepared !== undefined) prepareFrequent(client, sendsBeforePrepared);
    client.on('error', (error) => log.warn({ pool: name, err: error }, 'a database connection was lost'));
  });
  return created;
};

/**
 * Settings of every connection in a role of the product: a uniform text form of timestamps, no JIT compilation, limits of time.
 * They are statements and not startup parameters, which a pooler such as PgBouncer rejects or silently drops.
 */
const usual: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  jit: 'off',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
};

/** Sets a new connection up. Throws if it does not work in the role afterwards: as another role it would see other rows. */
const prepareConnection = async (
  client: pg.ClientBase,
  role: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const statements = Object.entries({ ...usual, ...settings, role }).map(([name, value]) => `set ${name} = '${value}'`);
  await client.query(statements.join('; '));
  const { rows } = await client.query<{ role: string; zone: string }>(
    `select current_user as role, current_setting('timezone') as zone`,
  );
  if (rows[0]!.role !== role || rows[0]!.zone !== 'UTC')
    throw new Error(
      `A new database connection works as ${rows[0]!.role} instead of ${role}: use a pooler only in session mode.`,
    );
};

const cancelStatements = async (owner: pg.Pool, connections: ReadonlySet<pg.PoolClient>): Promise<void> => {
  const processes = [...connections].map((one) => (one as { processID?: number | null }).processID ?? 0);
  await owner.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where pid = any($1::int[]) and state = 'active'`,
    [processes],
  );
};

/** Connects as the three roles of the product (see the first migration). Connections are opened on demand. */
export const openDatabase = (
  url: string,
  log: Log,
  size = 10,
  { settings, sendsBeforePrepared = SENDS_BEFORE_PREPARED }: PoolSettings = {},
): Database => {
  const owner = pool(url, log, 'owner', size);
  const connections = new Set<pg.PoolClient>();
  const app = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: pool(url, log, 'app', size, { role: 'sergak_app', settings, sendsBeforePrepared, connections }),
    }),
  });
  const system = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: pool(url, log, 'system', size, { role: 'sergak_system', settings, sendsBeforePrepared, connections }),
    }),
  });
  const endWatch = outageOf(log)?.watch(() => pingPool(owner));
  return {
    app,
    system,
    owner,
    withoutSync: () => openDatabase(url, log, size, WITHOUT_SYNC),
    cancelStatements: () => cancelStatements(owner, connections),
    async close() {
      endWatch?.();
      // The owner's connections last: they cancel statements of the others.
      await Promise.all([app.destroy(), system.destroy()]);
      await owner.end();
    },
  };
};

export type TenantMode = 'read' | 'write' | 'subtree';

/** Begins a transaction and sets its scope in one message to the database, which saves a round trip. */
const beginIn = (scope: Scope, mode: TenantMode, lockTimeout?: string): CompiledQuery => {
  const text = pg.escapeLiteral;
  const settings = [`set_config('app.org', ${text(scope.organizationId)}, true)`];
  if (lockTimeout) settings.push(`set_config('lock_timeout', ${text(lockTimeout)}, true)`);
  if (mode === 'subtree')
    settings.push(
      `set_config('app.orgs', ${text(`{${scope.readable.join(',')}}`)}, true)`,
      `set_config('role', 'sergak_reader', true)`,
    );
  return CompiledQuery.raw(`begin ${mode === 'write' ? 'read write' : 'read only'}; select ${settings.join(', ')}`);
};

/**
 * Runs `work` in a transaction of one organisation. `read` and `subtree` cannot write; `subtree` sees the scope's
 * `readable` organisations, the others only `organizationId`. `lockTimeout`: maximum wait for a lock, if not the usual one.
 */
export const inTenant = <T>(
  db: Database,
  scope: Scope,
  mode: TenantMode,
  work: (tx: Tx) => Promise<T>,
  lockTimeout?: string,
): Promise<T> =>
  db.app.connection().execute(async (connection) => {
    await connection.executeQuery(beginIn(scope, mode, lockTimeout));
    let result: T;
    try {
      result = await work(connection as Tx);
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
    const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and the code swallowed the error.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back');
    return result;
  });

/**
 * Runs `work` of the same transaction in another organisation: a parent creates, changes or removes a child. The
 * caller has checked the right to do so. An error ends the transaction, so the scope is not reset.
 */
export const asOrganization = async <T>(tx: Tx, organizationId: string, work: () => Promise<T>): Promise<T> => {
  const { rows } = await sql<{ org: string }>`select current_setting('app.org') as org`.execute(tx);
  await sql`select set_config('app.org', ${organizationId}, true)`.execute(tx);
  const answer = await work();
  await sql`select set_config('app.org', ${rows[0]!.org}, true)`.execute(tx);
  return answer;
};

/** Runs `work` across organisations. Each use is a named function of a repo or query that states the reason. */
export const inSystem = <T>(db: Database, work: (tx: SystemTx) => Promise<T>): Promise<T> =>
  db.system.transaction().execute((tx) => work(tx as SystemTx));

const PING_MS = 3_000;
const pingPool = async (owner: pg.Pool): Promise<void> => {
  const client = await owner.connect();
  try {
    await client.query({ text: 'select 1', query_timeout: PING_MS } as pg.QueryConfig);
  } catch (error) {
    client.release(true); // the query may still wait for an answer that never comes
    throw error;
  }
  client.release();
};

/** Throws if the database does not answer. */
export const ping = (db: Database): Promise<void> => pingPool(db.owner);
