import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { sentWithin } from './refresh.repo.ts';
import * as service from './refresh.service.ts';

/** Refreshes figures of people after an event. Safe to run twice. */
export const refreshPeople = async (ctx: JobCtx, payload: JobPayload<'statistics.refresh-people'>): Promise<void> => {
  await ctx.run('write', (tx) => service.refreshPeople(tx, payload.employee_ids));
};

/**
 * Refreshes the figures of people who got an email of a campaign within five minutes. Each part has its own transaction:
 * the rows of 50,000 people would stay locked for a minute. Safe to run twice.
 */
export const countSent = async (ctx: JobCtx, payload: JobPayload<'statistics.count-sent'>): Promise<void> => {
  const people = await ctx.run('read', (tx) => sentWithin(tx, payload.campaign_id, payload.since));
  for (const part of service.partsOf(people)) {
    ctx.signal.throwIfAborted();
    await ctx.run('write', (tx) => service.refreshPeople(tx, part));
  }
};

/** Stores the points of the day and the effects of courses. A second run on the same day overwrites them. */
export const storeDailyPoints = async (ctx: JobCtx): Promise<void> => {
  await ctx.run('write', service.storeDailyPoints);
  await ctx.run('write', service.storeCourseEffects);
};
