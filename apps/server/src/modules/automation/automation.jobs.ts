import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { dueMembers } from './due.query.ts';
import { runAction, titleOf } from './run.service.ts';

/** Small enough that nobody waits for a transaction of it. */
const BATCH = 500;

/** Wakes the organisations in which an hour has struck since their tag actions were last looked after. */
export const sweepAutomation = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await query.organizationsToRun(tx, now()))
      await enqueue(tx, 'automation.run-actions', { organization_id });
  });

/**
 * Runs every tag action that is due, for each member once per joining; what was missed is made up for. One action that
 * fails does not keep the others from running, but the job fails and is run again. Safe to run twice and at once.
 */
export const runActions = async (ctx: JobCtx): Promise<void> => {
  const at = now();
  const actions = await ctx.run('read', query.listRunning);
  const faults: unknown[] = [];
  for (const action of actions)
    await runOne(ctx, action, at).catch((error: unknown) => {
      ctx.platform.log.error({ action: action.id, err: error as Error }, 'a tag action failed');
      faults.push(error);
    });
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} tag actions failed`);
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.noteRun(tx, at));
};

const runOne = async (ctx: JobCtx, action: query.RunningAction, at: Date): Promise<void> => {
  let last: string | null = null;
  do {
    if (ctx.signal.aborted) return;
    last = await ctx.run('write', async (tx) => {
      await repo.lockRunning(tx, action.id);
      const house = await query.findHousehold(tx, at);
      const o = { actionId: action.id, zone: house.time_zone, hour: house.hour, at, last, limit: BATCH };
      const { members, next } = await dueMembers(tx, o);
      const runs = await runAction({ tx, platform: ctx.platform, action, house }, members);
      await repo.writeRuns(tx, { ...action, title: titleOf(action) }, runs);
      return next;
    });
  } while (last !== null);
  await ctx.run('write', (tx) => repo.endLeft(tx, action.id));
};
