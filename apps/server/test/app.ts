import type { AuditChange, AuditDetails } from '@sergak/contract/audit/audit.schema.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import type { Output, ClientInput } from '@sergak/contract/endpoint.ts';
import { endpoints, type EndpointId, type EndpointTable } from '@sergak/contract/endpoints.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { readConfig, type Config } from '../src/config.ts';
import { handlers, routes } from '../src/app/composition.ts';
import type { FileAnswer, Platform, SessionState, Upload } from '../src/platform/context.ts';
import { inTenant, type TenantMode, type Tx } from '../src/platform/db.ts';
import type { Call } from '../src/platform/http/call.ts';
import { execute } from '../src/platform/http/execute.ts';
import { splitInput } from '../src/platform/http/split-input.ts';
import type { JobName, JobPayload } from '../src/job-table.ts';
import { jobContext } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { createPlatform } from '../src/platform/platform.ts';
import { cloneDatabase } from './database.ts';

let shared: Promise<Platform> | undefined;

/** Errors that tests cause on purpose are not printed; `SERGAK_TEST_LOG=error` prints them. */
const LOG_LEVEL = process.env['SERGAK_TEST_LOG'] ?? 'silent';

/** A platform with its own database and data folder. Servers of the tests are on this machine. */
export const newPlatform = async (changes: Partial<Config> = {}): Promise<Platform> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sergak-data-'));
  const config = {
    ...readConfig({ SERGAK_LOG_LEVEL: LOG_LEVEL, SERGAK_PORT: '0', SERGAK_LOCAL_HOSTS: '127.0.0.1,localhost' }),
    dataDir,
    ...changes,
  };
  return createPlatform(config, await cloneDatabase(), createLog(config));
};

/** The platform shared by all API tests of this worker. Each test creates its own organisation in it. */
export const platform = (): Promise<Platform> => (shared ??= newPlatform());

/**
 * Gives the tests of this file a platform of their own, for those that fill tables past the rules of the product, or that
 * work on all organisations at once.
 */
export const withOwnPlatform = (): void => {
  let ofWorker: typeof shared;
  beforeAll(() => {
    ofWorker = shared;
    shared = undefined;
  });
  afterAll(async () => {
    await (await shared)?.db.close();
    shared = ofWorker;
  });
};

export type Person = {
  id: string;
  organization_id: string;
  role: Role;
  name?: string;
  language?: Language;
  readable?: string[];
  acting?: string;
};

/** A complete session of a person, as the executor gets it. */
export const sessionOf = (person: Person): SessionState => ({
  tokenHash: Buffer.alloc(32),
  step: 'ready',
  viewer: {
    id: person.id,
    name: person.name ?? 'Тестова Анна',
    role: person.role,
    permissions: permissionsOf(person.role),
    homeOrganizationId: person.organization_id,
    scope: {
      organizationId: person.acting ?? person.organization_id,
      readable: person.readable ?? [person.acting ?? person.organization_id],
    },
    language: person.language ?? 'ru',
    timeZone: 'Asia/Tashkent',
  },
});

type Answer<K extends EndpointId> = EndpointTable[K]['response'] extends 'file' ? FileAnswer : Output<EndpointTable[K]>;

/** Calls an endpoint through the executor (permission, parse, transaction, audit, checked answer), without HTTP. */
export const call = async <K extends EndpointId>(
  id: K,
  as: Person | null,
  input: ClientInput<EndpointTable[K]>,
  uploads: Record<string, Upload> = {},
  on?: Platform,
): Promise<Answer<K>> => {
  const route = routes.find((one) => one.id === id);
  if (!route) throw new Error(`${id} is not bound`);
  const made: Call = {
    platform: on ?? (await platform()),
    route,
    session: as ? sessionOf(as) : null,
    request: { id: 'test', address: '127.0.0.1', userAgent: 'test' },
    cookie: { set() {}, clear() {} },
    uploads,
    idempotencyKey: null,
  };
  return (await execute(made, splitInput(endpoints[id], input as Record<string, unknown>))) as Answer<K>;
};

export { splitInput };

/** Runs `work` in a transaction of an organisation, to read or prepare rows directly. */
export const inOrganization = async <T>(
  organizationId: string,
  mode: TenantMode,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTenant((await platform()).db, { organizationId, readable: [organizationId] }, mode, work);

/** The audit log of an organisation, oldest first; `target` is the id, `changes` are pairs by field. */
export const actionLog = async (organizationId: string) => {
  const rows = await inOrganization(organizationId, 'read', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'target_kind as kind', 'target_id as target', 'target_title as title', 'changes', 'details'])
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ changes, details, ...row }) => ({
    ...row,
    changes: Object.fromEntries((changes as AuditChange[]).map((one) => [one.field, [one.before, one.after]])),
    details: details as AuditDetails,
  }));
};

/** Payloads of the waiting jobs of this kind of an organisation. */
export const queued = async <N extends JobName>(name: N, organizationId: string): Promise<JobPayload<N>[]> => {
  const { db } = await platform();
  const { rows } = await db.owner.query<{ payload: JobPayload<N> }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and j.payload->>'organization_id' = $2 order by j.id`,
    [name, organizationId],
  );
  return rows.map((row) => row.payload);
};

/** Takes the waiting jobs of this kind from the queue and runs them one after the other. */
export const runJobs = async (name: JobName, organizationId: string): Promise<number> => {
  const on = await platform();
  const payloads = await queued(name, organizationId);
  await on.db.owner.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.payload->>'organization_id' = $2`,
    [name, organizationId],
  );
  const signal = new AbortController().signal;
  for (const payload of payloads) await handlers[name](jobContext(on, organizationId, signal), payload as never);
  return payloads.length;
};

/** Runs the waiting jobs of this kind that have no organisation. */
export const runJobsWithoutOrganization = async (name: JobName): Promise<void> => {
  const on = await platform();
  const { rows } = await on.db.owner.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.payload->>'organization_id' is null returning j.payload`,
    [name],
  );
  for (const { payload } of rows)
    await handlers[name](jobContext(on, '', new AbortController().signal), payload as never);
};

/** Rows of any table as the owner, bypassing row-level security: for checks of stored data. */
export const stored = async <T extends object>(query: string, values: unknown[] = []): Promise<T[]> =>
  (await (await platform()).db.owner.query<T & Record<string, unknown>>(query, values)).rows;

/** Connections of the product with an open transaction, except the one of this query. */
export const openTransactions = () =>
  stored<{ application_name: string; state: string; query: string }>(
    `select application_name, state, query from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       and backend_type = 'client backend'`,
  );
