import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type CronItem, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Platform } from './context.ts';
import { jobs, slotsOf, type JobName, type OrganizationJob } from '../job-table.ts';
import { after, MINUTE, now } from './clock.ts';
import { isLockTimeout } from './errors.ts';
import { enqueue, jobContext, type JobCtx, type JobHandlers } from './jobs.ts';
import { outageOf } from './log.ts';
import { retryingPool } from './retrying-pool.ts';

/** Number of jobs that a worker runs at once. Reports have slots of their own, so that they never delay emails. */
export const SLOTS = { main: 4, reports: 3 } as const;
const HEARTBEAT_MS = 1_000;
/** A worker without a heartbeat for this long is dead: its jobs are released. */
export const DEAD_AFTER_SECONDS = 10;

export type Worker = { stop(): Promise<void> };

const taskList = (
  platform: Platform,
  handlers: JobHandlers,
  stopping: AbortSignal,
  slots: keyof typeof SLOTS,
): TaskList =>
  Object.fromEntries(
    (Object.keys(jobs) as JobName[])
      .filter((name) => slotsOf(name) === slots)
      .map((name) => [
        name,
        async (raw: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
          const payload = jobs[name].payload.parse(raw) as { organization_id?: string };
          const { attempts, max_attempts } = helpers.job;
          const ctx = jobContext(platform, payload.organization_id ?? '', stopping, attempts, attempts >= max_attempts);
          const end = platform.metrics.jobs.startTimer({ job: name });
          try {
            await handlers[name](ctx, payload as never);
            end({ outcome: 'done' });
          } catch (error) {
            end({ outcome: 'failed' });
            if (ctx.lastAttempt && payload.organization_id && isLockTimeout(error))
              return await requeue(ctx, name as OrganizationJob, payload);
            platform.log.error({ job: name, attempt: attempts, err: error }, 'a job failed');
            throw error;
          }
        },
      ]),
  );

/** A job that still waits for a lock at its last attempt is not given up: an import may hold the lock longer than all attempts. */
const requeue = async (ctx: JobCtx, name: OrganizationJob, payload: object): Promise<void> => {
  ctx.platform.log.warn({ job: name }, 'a job waits for a lock and is queued again');
  await ctx.run('write', (tx) => enqueue(tx, name, payload as never, after(now(), MINUTE)));
};

/**
 * Runs background jobs on the shared queue. graphile-worker releases the jobs of a killed worker only after hours, so
 * each worker writes heartbeats to a table and releases the jobs of dead workers.
 */
export const startWorker = async (platform: Platform, handlers: JobHandlers): Promise<Worker> => {
  const { owner } = platform.db;
  const stopping = new AbortController();
  /** Names under which jobs are locked: a runner locks all of its jobs under the name of its pool. */
  const holders = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => holders.add(workerPool.id));
  const startRunner = (slots: keyof typeof SLOTS, cron: CronItem[]) =>
    run({
      events,
      pgPool: retryingPool(owner, stopping.signal),
      concurrency: SLOTS[slots],
      pollInterval: 1_000,
      noHandleSignals: true,
      parsedCronItems: parseCronItems(cron),
      taskList: taskList(platform, handlers, stopping.signal, slots),
      logger: quietLogger(platform),
    });
  const runners = [
    await startRunner('main', [{ task: 'system.sweep', match: '* * * * *' }]),
    await startRunner('reports', []),
  ];
  const beat = async () => {
    await owner.query(
      `insert into worker_heartbeats (worker_id, beat_at) select id, now() from unnest($1::text[]) as id
       on conflict (worker_id) do update set beat_at = now()`,
      [[...holders]],
    );
    await owner.query(
      `with dead as (
         select distinct locked_by as id from graphile_worker.jobs j
         left join worker_heartbeats h on h.worker_id = j.locked_by
         where j.locked_by is not null and j.locked_at < now() - make_interval(secs => $1)
           and (h.beat_at is null or h.beat_at < now() - make_interval(secs => $1)))
       select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`,
      [DEAD_AFTER_SECONDS],
    );
    await owner.query(`delete from worker_heartbeats where beat_at < now() - interval '1 hour'`);
  };
  const timer = setInterval(() => {
    beat().catch((error: Error) => platform.log.warn({ err: error }, 'the worker could not write its heartbeat'));
  }, HEARTBEAT_MS);
  return {
    async stop() {
      stopping.abort();
      // A stopping worker is alive until its last job has ended.
      await Promise.all(runners.map((runner) => runner.stop())).finally(() => clearInterval(timer));
    },
  };
};

const quietLogger = (platform: Platform): Logger => {
  const levels: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn', info: 'debug' };
  return new Logger(() => (level, message, meta) => {
    if (outageOf(platform.log)?.covers(meta?.['error'])) return;
    platform.log[levels[level] ?? 'trace']({ from: 'jobs' }, message);
  });
};
