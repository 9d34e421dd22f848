import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { dueMembers } from './due.query.ts';
import { failAction, runAction, titleOf } from './run.service.ts';

/** Small enough that nobody waits for a transaction of it. */
const BATCH = 500;

/** Wakes the organisations in which an hour has struck since their tag actions were last looked after. */
export const sweepAutomation = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await query.organizationsToRun(tx, now()))
      await enqueue(tx, 'automation.run-actions', { organization_id });
  });

/**
 * Runs every tag action that is due, for each member once per joining; what was missed is made up for. A batch that fails
 * does not keep other batches and actions from running, but the job fails and is run again; after its last attempt the log
 * says so for each member of the batch. Safe to run twice and at once.
 */
export const runActions = async (ctx: JobCtx): Promise<void> => {
  const at = now();
  const actions = await ctx.run('read', query.listRunning);
  const faults: unknown[] = [];
  for (const action of actions) {
    const note = (error: unknown) => {
      ctx.platform.log.error({ action: action.id, err: error as Error }, 'a batch of a tag action failed');
      faults.push(error);
    };
    await runOne(ctx, action, at, note).catch(note);
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} batches of tag actions failed`);
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.noteRun(tx, at));
};

const runOne = async (
  ctx: JobCtx,
  action: query.RunningAction,
  at: Date,
  note: (error: unknown) => void,
): Promise<void> => {
  let last: string | null = null;
  do {
    if (ctx.signal.aborted) return;
    const after: string | null = last;
    last = await runBatch(ctx, { action, at, last: after }, runAction).catch((error: unknown) => {
      note(error);
      return runBatch(ctx, { action, at, last: after }, ctx.lastAttempt ? failAction : leaveForLater);
    });
  } while (last !== null);
  await ctx.run('write', (tx) => repo.endLeft(tx, action.id));
};

const leaveForLater: typeof runAction = () => Promise.resolve([]);

/** One batch in a transaction of its own; where the next one begins, null at the end. */
const runBatch = (
  ctx: JobCtx,
  { action, at, last }: { action: query.RunningAction; at: Date; last: string | null },
  work: typeof runAction,
): Promise<string | null> =>
  ctx.run('write', async (tx) => {
    await repo.lockRunning(tx, action.id);
    const house = await query.findHousehold(tx, at);
    const o = { actionId: action.id, zone: house.time_zone, hour: house.hour, at, last, limit: BATCH };
    const { members, next } = await dueMembers(tx, o);
    const runs = await work({ tx, platform: ctx.platform, action, house }, members);
    await repo.writeRuns(tx, { ...action, title: titleOf(action) }, runs);
    return next;
  });
