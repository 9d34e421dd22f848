import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { dueMembers, findDuePeople } from './due.query.ts';
import { failAction, runAction, actionTitle } from './run.service.ts';

/** Number of members per transaction. Small enough that other transactions do not wait for long. */
const BATCH = 500;
/** After this many failures in a row the action itself may be broken, not its members. */
const FAILURES_IN_A_ROW_MAX = 20;
/** The positions in a batch of the members that are then tried first. */
const PROBES = [1 / 4, 1 / 2, 3 / 4];

/** Enqueues the job of organisations in which a full hour has begun since the last run of their tag actions. */
export const sweepAutomation = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await query.organizationsToRun(tx, now()))
      await enqueueIn(tx, organization_id, 'automation.run-actions', {});
  });

/**
 * Runs every tag action that is due, once per member and joining, missed runs included. A member for whom an action fails
 * does not block the others, but the job fails and is retried; after the last attempt the log shows the failure. Safe to
 * run repeatedly and in parallel.
 */
export const runActions = async (ctx: JobCtx): Promise<void> => {
  const at = now();
  const actions = await ctx.run('read', query.listRunning);
  const faults: unknown[] = [];
  for (const action of actions) {
    const note = (error: unknown, members = 0) => {
      ctx.platform.log.error({ action: action.id, members, err: error as Error }, 'a tag action failed');
      faults.push(error);
    };
    await runOne({ ctx, action, at, note, failedInARow: 0 }).catch((error: unknown) => note(error));
  }
  if (faults.length > 0) throw new AggregateError(faults, `tag actions failed ${faults.length} times`);
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.recordRunTime(tx, at));
};

type ActionRun = {
  readonly ctx: JobCtx;
  readonly action: query.RunningAction;
  readonly at: Date;
  readonly note: (error: unknown, members: number) => void;
  /** Members who failed one after another, without a success in between. */
  failedInARow: number;
};

const runOne = async (run: ActionRun): Promise<void> => {
  const { ctx, action, at } = run;
  const people = await ctx.run('read', async (tx) => findDuePeople(tx, await readDueOptions(tx, action, at)));
  for (let first = 0; first < people.length && !ctx.signal.aborted; first += BATCH)
    await runPeople(run, people.slice(first, first + BATCH));
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.endRunsAfterLeaving(tx, action.id));
};

/**
 * Runs an action for these people. If it fails, runs it for each half, down to the members for whom it fails. An action that
 * fails for everyone is not tried one by one: after many failures in a row it must first succeed for one of a few probes.
 */
const runPeople = async (run: ActionRun, people: readonly string[]): Promise<void> => {
  const { ctx, note } = run;
  try {
    await runBatch(run, people, runAction);
    run.failedInARow = 0;
  } catch (error) {
    if (people.length > 1 && (run.failedInARow < FAILURES_IN_A_ROW_MAX || (await succeedsForSome(run, people)))) {
      const half = people.length >> 1;
      await runPeople(run, people.slice(0, half));
      return runPeople(run, people.slice(half));
    }
    note(error, people.length);
    run.failedInARow += people.length;
    if (ctx.lastAttempt) await runBatch(run, people, failAction);
  }
};

/** Runs the action for a few of these people until it succeeds for one. */
const succeedsForSome = async (run: ActionRun, people: readonly string[]): Promise<boolean> => {
  for (const part of PROBES) {
    const well = await runBatch(run, [people[Math.floor(people.length * part)]!], runAction).then(
      () => true,
      () => false,
    );
    if (!well) continue;
    run.failedInARow = 0;
    return true;
  }
  return false;
};

/** Runs one batch in its own transaction. */
const runBatch = ({ ctx, action, at }: ActionRun, people: readonly string[], work: typeof runAction): Promise<void> =>
  ctx.run('write', async (tx) => {
    await repo.lockRunningAction(tx, action.id);
    const organization = await query.findAutomationOrganization(tx, at);
    const members = await dueMembers(tx, { ...dueOptions(organization, action, at), people });
    const runs = await work({ tx, platform: ctx.platform, action, organization }, members);
    await repo.writeRuns(tx, { ...action, title: actionTitle(action) }, runs);
  });

const dueOptions = (organization: query.AutomationOrganization, action: query.RunningAction, at: Date) => ({
  actionId: action.id,
  zone: organization.time_zone,
  hour: organization.hour,
  at,
});
const readDueOptions = async (tx: Tx, action: query.RunningAction, at: Date) =>
  dueOptions(await query.findAutomationOrganization(tx, at), action, at);
