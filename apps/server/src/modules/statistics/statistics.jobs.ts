import type { JobPayload } from '../../job-table.ts';
import { PEOPLE_PER_JOB, takePeople, type JobCtx } from '../../platform/jobs.ts';
import { everybody, sentWithin } from './refresh.repo.ts';
import * as service from './refresh.service.ts';

/** Refreshes figures of people after an event, and with them those of the jobs that wait as well. Safe to run twice. */
export const refreshPeopleJob = async (
  ctx: JobCtx,
  { employee_ids: ids }: JobPayload<'statistics.refresh-people'>,
): Promise<void> => {
  await ctx.run('write', async (tx) => {
    const more = ids === null ? [] : await takePeople(tx, 'statistics.refresh-people', PEOPLE_PER_JOB - ids.length);
    await service.refreshPeople(tx, ids && [...new Set([...ids, ...more])]);
  });
};

/** Refreshes the figures of people in short transactions: the rows of 50,000 people would stay locked for a minute. */
const refreshInParts = async (ctx: JobCtx, people: readonly string[]): Promise<void> => {
  for (const part of service.partsOf(people)) {
    ctx.signal.throwIfAborted();
    await ctx.run('write', (tx) => service.refreshPeople(tx, part));
  }
};

/** Refreshes the figures of everyone in short transactions. Safe to run twice. */
export const refreshEverybody = async (ctx: JobCtx): Promise<void> =>
  refreshInParts(ctx, await ctx.run('read', everybody));

/**
 * Refreshes the figures of people who got an email of a campaign within five minutes. Safe to run twice.
 */
export const countSent = async (ctx: JobCtx, payload: JobPayload<'statistics.count-sent'>): Promise<void> => {
  await refreshInParts(ctx, await ctx.run('read', (tx) => sentWithin(tx, payload.campaign_id, payload.since)));
};

/** Stores the points of the day and the effects of courses. A second run on the same day overwrites them. */
export const storeDailyPointsJob = async (ctx: JobCtx): Promise<void> => {
  await ctx.run('write', service.storeDailyPoints);
  await ctx.run('write', service.refreshCourseEffects);
};
