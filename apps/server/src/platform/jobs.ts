import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Platform } from './context.ts';
import { inTenant, type SystemTx, type TenantMode, type Tx } from './db.ts';
import {
  jobs,
  type InstallationJob,
  type JobAboutPeople,
  type JobName,
  type JobPart,
  type JobPayload,
  type ManyJob,
  type OnceJob,
  type OrganizationJob,
} from '../job-table.ts';

export type JobCtx = {
  readonly platform: Platform;
  /** Aborted when the process shuts down: long jobs stop at the next safe point and are run again. */
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** A transaction of the job's organisation. */
  run<T>(mode: TenantMode, work: (tx: Tx) => Promise<T>): Promise<T>;
};
export type JobHandlers = {
  readonly [N in JobName]: (ctx: JobCtx, payload: JobPayload<N>) => Promise<void>;
};

type Rules = {
  readonly payload: z.ZodObject;
  readonly attempts: number;
  readonly key?: (payload: unknown) => string;
  readonly keyPerOrganization?: string;
  readonly queuePerOrganization?: string;
  readonly queue?: string;
  readonly gathersSeconds?: number;
};
const rulesOf = (name: JobName): Rules => jobs[name] as Rules;

/** Schemas of the payloads without the organisation, which the database adds. */
const partSchemas = new Map(
  (Object.keys(jobs) as JobName[]).map((name) => {
    const { payload } = rulesOf(name);
    return [name, 'organization_id' in payload.shape ? payload.omit({ organization_id: true }) : payload];
  }),
);

const OF_TRANSACTION = sql`current_setting('app.org')`;

type Order = { readonly name: OrganizationJob; readonly part: object; readonly runAt?: Date };

/** Queues a job of an organisation and completes its payload, key and queue with the id of that organisation. */
const insertJob = async (tx: Tx | SystemTx, organization: RawBuilder<unknown>, { name, part, runAt }: Order) => {
  const { key, keyPerOrganization, queuePerOrganization, queue, attempts, gathersSeconds } = rulesOf(name);
  const clean = partSchemas.get(name)!.parse(part);
  await sql`
    select public.enqueue(${name}, (${JSON.stringify(clean)}::jsonb || jsonb_build_object('organization_id', o.id))::json,
      coalesce(${key?.(clean) ?? null}::text, ${keyPerOrganization ?? null}::text || ':' || o.id),
      coalesce(${runAt ?? null}::timestamptz, now() + make_interval(secs => ${gathersSeconds ?? null}::int)),
      coalesce(${queue ?? null}::text, ${queuePerOrganization ?? null}::text || ':' || o.id), ${attempts})
    from (select (${organization})::uuid::text as id) o`.execute(tx);
};

/** Queues a job of the transaction's organisation inside the caller's transaction: no commit, no job. */
export const enqueue = <N extends OrganizationJob>(tx: Tx, name: N, part: JobPart<N>, runAt?: Date): Promise<void> =>
  insertJob(tx, OF_TRANSACTION, { name, part, runAt });

/** Like {@link enqueue}, in a transaction across organisations, for the given organisation. */
export const enqueueIn = <N extends OrganizationJob>(
  tx: SystemTx,
  organizationId: string,
  name: N,
  part: JobPart<N>,
): Promise<void> => insertJob(tx, sql`${organizationId}`, { name, part });

/**
 * Queues a job of an organisation unless one with the same key already waits. The waiting job keeps its payload and time, and
 * does not start before this transaction ends, so it also covers what the transaction stores. Jobs with another `slot` have
 * another key. Transactions that queue several jobs do so in the same order, for example by id.
 */
export const enqueueOnce = async <N extends OnceJob>(
  tx: SystemTx,
  organizationId: string,
  name: N,
  part: JobPart<N>,
  { runAt, slot }: { readonly runAt: Date; readonly slot?: number },
): Promise<void> => {
  const { key, attempts } = rulesOf(name);
  const clean = partSchemas.get(name)!.parse(part);
  const payload = JSON.stringify({ ...(clean as object), organization_id: organizationId });
  const slotKey = `${key!(clean)}${slot === undefined ? '' : `:${slot}`}`;
  await sql`select public.enqueue_once(${name}, ${payload}::json, ${slotKey}, ${runAt}::timestamptz, ${attempts})`.execute(
    tx,
  );
};

/** Like {@link enqueue}, for a job that belongs to no organisation. */
export const enqueueForInstallation = async <N extends InstallationJob>(
  tx: SystemTx,
  name: N,
  payload: JobPayload<N>,
): Promise<void> => {
  const clean = partSchemas.get(name)!.parse(payload);
  await sql`select public.enqueue(${name}, ${JSON.stringify(clean)}::json, attempts => ${rulesOf(name).attempts})`.execute(
    tx,
  );
};

/** The key of a job that is queued once for each organisation. */
export const keyPerOrganization = (name: OrganizationJob, organizationId: string): string =>
  `${rulesOf(name).keyPerOrganization}:${organizationId}`;

/** Queues one job for each of `parts` in the transaction's organisation with one statement. The keys must differ. */
export const enqueueMany = async <N extends ManyJob>(tx: Tx, name: N, parts: readonly JobPart<N>[]): Promise<void> => {
  const { key, queuePerOrganization, attempts } = rulesOf(name);
  const keyed = parts.map((part) => ({ part, key: key?.(part) ?? null }));
  await sql`
    select public.enqueue_many(${name}, array_agg((p.part || jsonb_build_object('organization_id', ${OF_TRANSACTION}))::json),
      array_agg(p.key), ${attempts}, ${queuePerOrganization ?? null}::text || ':' || ${OF_TRANSACTION})
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as p(part jsonb, key text)`.execute(tx);
};

/** Maximum number of people in one job, so that a job takes well under a second in an organisation of any size. */
export const PEOPLE_PER_JOB = 1_000;

/** Queues a job about these people, split into jobs of at most {@link PEOPLE_PER_JOB} people. */
export const enqueueForPeople = async (
  tx: Tx,
  name: JobAboutPeople,
  ids: readonly string[],
  more: { onboarding?: boolean } = {},
): Promise<void> => {
  const parts: { employee_ids: string[]; onboarding?: boolean }[] = [];
  for (let from = 0; from < ids.length; from += PEOPLE_PER_JOB)
    parts.push({ ...more, employee_ids: ids.slice(from, from + PEOPLE_PER_JOB) });
  if (parts.length > 0) await enqueueMany(tx, name, parts);
};

/**
 * Takes waiting jobs of this kind of the transaction's organisation out of the queue, oldest first, for a job that does their
 * work as well: at most so many people together. Jobs that failed before, and those about everyone, stay. Returns the people.
 */
export const takePeople = async (tx: Tx, name: JobAboutPeople, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from public.take_people(${name}, ${most}) as id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The context a job handler gets; also used by tests to run a handler by hand. */
export const jobContext = (
  platform: Platform,
  organizationId: string,
  signal: AbortSignal,
  attempt = 1,
  lastAttempt = false,
): JobCtx => ({
  platform,
  signal,
  attempt,
  lastAttempt,
  run: (mode, work) => inTenant(platform.db, { organizationId, readable: [organizationId] }, mode, work),
});
