import { mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { BulkResult } from '@sergak/contract/tasks/bulk.schema.ts';
import { writeAudit } from './audit.ts';
import { addUp, sumOf, type BulkAction } from './bulk.ts';
import * as repo from './bulk.repo.ts';
import type { Platform } from './context.ts';
import { inSystem, type Tx } from './db.ts';
import { AppError } from './errors.ts';
import { jobs, type JobPayload } from '../job-table.ts';
import { enqueue, type JobCtx } from './jobs.ts';
import { attendStalled, type Stalled } from './stalled.repo.ts';
import { beatTask, endTask } from './tasks.ts';

/** Short enough that nobody waits long for the rows of a part, and that cancelling is heard soon. */
const AT_ONCE = 1_000;

type Standing = (platform: Platform, id: string) => Promise<Role | null>;
type Order = JobPayload<'bulk.work-through'>;
type Ending = { readonly outcome: 'done' | 'cancelled' | 'failed'; readonly message?: string };

/**
 * Goes through the settled people of a bulk call, each part in a transaction that also writes down how far it is. Killed
 * anywhere, it goes on where it stopped; nobody's turn comes twice. It ends with a line in the action log in every case.
 * Whoever asked for it is asked after before each part: with a lower role now (`standingOf`), or removed, it goes no further.
 */
export const workThrough =
  (actions: readonly BulkAction[], standingOf: Standing) =>
  async (ctx: JobCtx, order: Order): Promise<void> => {
    try {
      while (await ctx.run('write', (tx) => workPart(ctx, tx, { actions, standingOf }, order.event_id)))
        ctx.signal.throwIfAborted();
    } catch (error) {
      if (ctx.signal.aborted) throw error; // the process stops: it goes on after the start
      const refused = error instanceof AppError && error.status < 500;
      if (!refused && !ctx.lastAttempt) throw error;
      await ctx.run('write', (tx) => fail(tx, order.event_id, refused ? error.code : 'server.failed'));
    }
  };

/** Answers whether there is more to do. */
const workPart = async (
  ctx: JobCtx,
  tx: Tx,
  { actions, standingOf }: { actions: readonly BulkAction[]; standingOf: Standing },
  eventId: string,
) => {
  const work = await repo.lockWork(tx, eventId, AT_ONCE);
  if (!work) return false;
  if (work.cancel_requested) return end(tx, work, { outcome: 'cancelled', message: 'task.cancelled' });
  const standing = await standingOf(ctx.platform, work.actor_id);
  if (standing === null || !mayGrant(standing, work.actor_role)) throw new AppError('session.forbidden');
  const action = actions.find((one) => one.kind === work.kind);
  if (!action) throw new Error(`nothing is known of the bulk work ${work.kind}`);
  const by = { id: work.actor_id, name: work.actor_name, role: work.actor_role };
  const part = { people: work.people, detail: action.detail.parse(work.detail), by };
  const step = await action.step({ tx, platform: ctx.platform }, part);
  const tally = addUp(work.tally, step);
  const position = work.position + work.people.length;
  await repo.advanceWork(tx, eventId, work.people.length, tally, step.people);
  if (position >= work.total) return end(tx, { ...work, tally, position }, { outcome: 'done' });
  await beatTask(tx, eventId, { done: position });
  return true;
};

/** Everybody meant: those settled, and those left out when it was settled. */
const meant = ({ total, position, tally }: repo.Work): number => total + sumOf(tally.skipped) - (position - tally.done);

const end = async (tx: Tx, work: repo.Work, { outcome, message }: Ending): Promise<false> => {
  const { done, skipped } = work.tally;
  const of = meant(work);
  const people = await repo.doneSoFar(tx, work.event_id);
  const act = { action: 'bulk.ended', actorId: work.actor_id, actorName: work.actor_name };
  const details = {
    work: work.kind,
    outcome,
    people,
    affected: done,
    ordered: of,
    skipped: sumOf(skipped),
    task_id: work.event_id,
  };
  await writeAudit(tx, act, { ...(work.target ?? { kind: 'employee' }), details });
  const result: BulkResult = { done, of, skipped };
  await endTask(tx, work.event_id, { status: outcome === 'done' ? 'success' : 'error', message, result });
  await repo.deleteWork(tx, work.event_id);
  return false;
};

const fail = async (tx: Tx, eventId: string, message: string): Promise<void> => {
  const work = await repo.lockWork(tx, eventId, 0);
  if (work) await end(tx, work, { outcome: 'failed', message });
};

/** Each minute: a work that nobody does any more goes on where it stopped, three times at most; then it has failed. */
export const sweepBulk = async (platform: Platform): Promise<void> => {
  const idle = await inSystem(platform.db, repo.idleWorks);
  const found = idle.map((one) => ({
    ...one,
    id: one.event_id,
    jobKey: jobs['bulk.work-through'].key({ event_id: one.event_id }),
  }));
  await attendStalled<Stalled & { event_id: string }>(platform, found, {
    putBack: (tx, { event_id }) => enqueue(tx, 'bulk.work-through', { event_id }),
    giveUp: (tx, { event_id }) => fail(tx, event_id, 'server.failed'),
  });
};
