import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';
import { dueMembers, duePeople } from './due.query.ts';
import { failAction, runAction, titleOf } from './run.service.ts';

/** Small enough that nobody waits for a transaction of it. */
const BATCH = 500;
/** After so many members in a row for whom an action failed it may be the action that is broken, not they. */
const HOPELESS = 20;
/** Then it is tried with a few of a batch first, who stand in these parts of it. */
const PROBES = [1 / 4, 1 / 2, 3 / 4];

/** Wakes the organisations in which an hour has struck since their tag actions were last looked after. */
export const sweepAutomation = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await query.organizationsToRun(tx, now()))
      await enqueueIn(tx, organization_id, 'automation.run-actions', {});
  });

/**
 * Runs every tag action that is due, for each member once per joining; what was missed is made up for. Who makes an action
 * fail keeps it from nobody else, but the job fails and is run again; after its last attempt the log says so for each of
 * them. Safe to run twice and at once.
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
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.noteRun(tx, at));
};

type Going = {
  readonly ctx: JobCtx;
  readonly action: query.RunningAction;
  readonly at: Date;
  readonly note: (error: unknown, members: number) => void;
  /** Members who failed one after another, with nobody between them for whom it went well. */
  failedInARow: number;
};

const runOne = async (going: Going): Promise<void> => {
  const { ctx, action, at } = going;
  const people = await ctx.run('read', async (tx) => duePeople(tx, await strikeOf(tx, action, at)));
  for (let first = 0; first < people.length && !ctx.signal.aborted; first += BATCH)
    await runPeople(going, people.slice(first, first + BATCH));
  if (!ctx.signal.aborted) await ctx.run('write', (tx) => repo.endLeft(tx, action.id));
};

/**
 * Runs an action for these people; where that fails, for each half of them by itself, down to those who make it fail. An
 * action that fails for everybody is not tried one by one: after many failures in a row a few of the batch must do well.
 */
const runPeople = async (going: Going, people: readonly string[]): Promise<void> => {
  const { ctx, note } = going;
  try {
    await runBatch(going, people, runAction);
    going.failedInARow = 0;
  } catch (error) {
    if (people.length > 1 && (going.failedInARow < HOPELESS || (await goesForSome(going, people)))) {
      const half = people.length >> 1;
      await runPeople(going, people.slice(0, half));
      return runPeople(going, people.slice(half));
    }
    note(error, people.length);
    going.failedInARow += people.length;
    if (ctx.lastAttempt) await runBatch(going, people, failAction);
  }
};

/** Runs it for a few of them, until it does well for one. */
const goesForSome = async (going: Going, people: readonly string[]): Promise<boolean> => {
  for (const part of PROBES) {
    const well = await runBatch(going, [people[Math.floor(people.length * part)]!], runAction).then(
      () => true,
      () => false,
    );
    if (!well) continue;
    going.failedInARow = 0;
    return true;
  }
  return false;
};

/** One batch in a transaction of its own. */
const runBatch = ({ ctx, action, at }: Going, people: readonly string[], work: typeof runAction): Promise<void> =>
  ctx.run('write', async (tx) => {
    await repo.lockRunning(tx, action.id);
    const organization = await query.findOrganization(tx, at);
    const members = await dueMembers(tx, { ...strike(organization, action, at), people });
    const runs = await work({ tx, platform: ctx.platform, action, organization }, members);
    await repo.writeRuns(tx, { ...action, title: titleOf(action) }, runs);
  });

const strike = (organization: query.Organization, action: query.RunningAction, at: Date) => ({
  actionId: action.id,
  zone: organization.time_zone,
  hour: organization.hour,
  at,
});
const strikeOf = async (tx: Tx, action: query.RunningAction, at: Date) =>
  strike(await query.findOrganization(tx, at), action, at);
