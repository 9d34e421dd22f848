import { PERSON_KIND } from '@sergak/contract/audit/audit.rules.ts';
import { mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { BulkResult } from '@sergak/contract/tasks/bulk.schema.ts';
import { writeAudit } from './audit.ts';
import { addTallies, countSkipped, type BulkAction } from './bulk.ts';
import * as repo from './bulk.repo.ts';
import type { Platform } from './context.ts';
import { inSystem, type Tx } from './db.ts';
import { AppError } from './errors.ts';
import { jobs, type JobPayload } from '../job-table.ts';
import { enqueue, type JobCtx } from './jobs.ts';
import { handleStalled, type Stalled } from './stalled-work.repo.ts';
import { recordTaskProgress, endTask } from './tasks.ts';

/** People per part: few enough that row locks are short and that a cancellation is noticed soon. */
const PEOPLE_PER_PART = 1_000;

type RoleOf = (platform: Platform, id: string) => Promise<Role | null>;
type Order = JobPayload<'bulk.work-through'>;
type Ending = { readonly outcome: 'done' | 'cancelled' | 'failed'; readonly message?: string };

/**
 * Processes the people of a bulk task in parts. Each part runs in a transaction that also stores the position, so a
 * killed task continues where it stopped and processes nobody twice. The task always ends with an entry in the audit
 * log. Before each part the current role of the actor is checked (`currentRoleOf`): a removed or demoted actor ends the
 * task.
 */
export const processBulkTask =
  (actions: readonly BulkAction[], currentRoleOf: RoleOf) =>
  async (ctx: JobCtx, order: Order): Promise<void> => {
    try {
      while (await ctx.run('write', (tx) => processPart(ctx, tx, { actions, currentRoleOf }, order.task_id)))
        ctx.signal.throwIfAborted();
    } catch (error) {
      if (ctx.signal.aborted) throw error; // the process is shutting down; the job continues after the next start
      const rejected = error instanceof AppError && error.status < 500;
      if (!rejected && !ctx.lastAttempt) throw error;
      await ctx.run('write', (tx) => fail(tx, order.task_id, rejected ? error.code : 'server.failed'));
    }
  };

/** Returns whether more people are left. */
const processPart = async (
  ctx: JobCtx,
  tx: Tx,
  { actions, currentRoleOf }: { actions: readonly BulkAction[]; currentRoleOf: RoleOf },
  taskId: string,
) => {
  const work = await repo.lockWork(tx, taskId, PEOPLE_PER_PART);
  if (!work) return false;
  if (work.cancel_requested) return end(tx, work, { outcome: 'cancelled', message: 'task.cancelled' });
  const role = await currentRoleOf(ctx.platform, work.actor_id);
  if (role === null || !mayGrant(role, work.actor_role)) throw new AppError('session.forbidden');
  const action = actions.find((one) => one.kind === work.kind);
  if (!action) throw new Error(`unknown bulk action ${work.kind}`);
  const by = { id: work.actor_id, name: work.actor_name, role: work.actor_role };
  const part = { people: work.people, detail: action.detail.parse(work.detail), by };
  const step = await action.step({ tx, platform: ctx.platform }, part);
  const tally = addTallies(work.tally, step);
  const position = work.position + work.people.length;
  await repo.advanceWork(tx, taskId, work.people.length, tally, step.people);
  if (position >= work.total) return end(tx, { ...work, tally, position }, { outcome: 'done' });
  await recordTaskProgress(tx, taskId, { done: position });
  return true;
};

/** Everyone in the request: the people of the task and those skipped when it was created. */
const countRequested = ({ total, position, tally }: repo.Work): number =>
  total + countSkipped(tally.skipped) - (position - tally.done);

const end = async (tx: Tx, work: repo.Work, { outcome, message }: Ending): Promise<false> => {
  const { done, skipped } = work.tally;
  const of = countRequested(work);
  const people = await repo.findDonePeople(tx, work.task_id);
  const act = { action: 'bulk.ended', actorId: work.actor_id, actorName: work.actor_name };
  const details = {
    work: work.kind,
    outcome,
    people,
    affected: done,
    ordered: of,
    skipped: countSkipped(skipped),
    task_id: work.task_id,
  };
  await writeAudit(tx, act, { ...(work.target ?? { kind: PERSON_KIND }), details });
  const result: BulkResult = { done, of, skipped };
  await endTask(tx, work.task_id, { status: outcome === 'done' ? 'success' : 'error', message, result });
  await repo.deleteWork(tx, work.task_id);
  return false;
};

const fail = async (tx: Tx, taskId: string, message: string): Promise<void> => {
  const work = await repo.lockWork(tx, taskId, 0);
  if (work) await end(tx, work, { outcome: 'failed', message });
};

/** Runs every minute: restarts tasks that lost their job where they stopped, three times at most; then the task fails. */
export const sweepBulk = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, repo.findIdleWorks);
  const found = idle.map((one) => ({
    ...one,
    id: one.task_id,
    jobKey: jobs['bulk.work-through'].key({ task_id: one.task_id }),
  }));
  await handleStalled<Stalled & { task_id: string }>(platform, found, {
    putBack: (tx, { task_id }) => enqueue(tx, 'bulk.work-through', { task_id }),
    giveUp: (tx, { task_id }) => fail(tx, task_id, 'server.failed'),
  });
};
