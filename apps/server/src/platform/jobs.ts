import { sql } from 'kysely';
import type { Platform } from './context.ts';
import { inTenant, type SystemTx, type TenantMode, type Tx } from './db.ts';
import { jobs, type JobAboutPeople, type JobName, type JobPayload } from '../job-table.ts';

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

/** Queued inside the caller's transaction: no commit, no job. */
export const enqueue = async <N extends JobName>(
  tx: Tx | SystemTx,
  name: N,
  payload: JobPayload<N>,
  runAt?: Date,
): Promise<void> => {
  const job: { payload: { parse(raw: unknown): unknown }; attempts: number; key?: unknown; queue?: unknown } =
    jobs[name];
  const clean = job.payload.parse(payload);
  const text = (maker: unknown) => (typeof maker === 'function' ? (maker(clean) as string) : null);
  await sql`select public.enqueue(${name}, ${JSON.stringify(clean)}::json, ${text(job.key)}, ${runAt ?? null},
    ${text(job.queue)}, ${job.attempts})`.execute(tx);
};

/** Queues one job for each of `parts`, all of the transaction's organisation, by one statement. Keys differ. */
export const enqueueMany = async <N extends JobName>(
  tx: Tx,
  name: N,
  parts: readonly Omit<JobPayload<N>, 'organization_id'>[],
): Promise<void> => {
  const job: { attempts: number; key?: unknown } = jobs[name];
  const keyed = parts.map((part) => ({ part, key: typeof job.key === 'function' ? (job.key(part) as string) : null }));
  await sql`
    select public.enqueue_many(${name}, array_agg((p.part || jsonb_build_object('organization_id', current_setting('app.org')))::json),
      array_agg(p.key), ${job.attempts})
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as p(part jsonb, key text)`.execute(tx);
};

/** Most people named by one job: a job then takes well under a second, whatever the size of the organisation. */
export const PEOPLE_PER_JOB = 1_000;

/** Queues a job about these people, as several jobs of at most {@link PEOPLE_PER_JOB} people each. */
export const enqueueForPeople = async (tx: Tx, name: JobAboutPeople, ids: readonly string[]): Promise<void> => {
  const parts: { employee_ids: string[] }[] = [];
  for (let from = 0; from < ids.length; from += PEOPLE_PER_JOB)
    parts.push({ employee_ids: ids.slice(from, from + PEOPLE_PER_JOB) });
  if (parts.length > 0) await enqueueMany(tx, name, parts);
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
