import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import * as service from './refresh.service.ts';

/** Refreshes figures of people after an event. Safe to run twice. */
export const refreshPeople = async (ctx: JobCtx, payload: JobPayload<'statistics.refresh-people'>): Promise<void> => {
  await ctx.run('write', (tx) => service.refreshPeople(tx, payload.employee_ids));
};

/** Refreshes figures of people who got an email, ten seconds after it was sent. Safe to run twice. */
export const countSent = async (ctx: JobCtx, payload: JobPayload<'statistics.count-sent'>): Promise<void> => {
  await ctx.run('write', (tx) => service.countSent(tx, payload.campaign_id, payload.since));
};

/** Stores the points of the day and the effects of courses. A second run on the same day overwrites them. */
export const storeDailyPoints = async (ctx: JobCtx): Promise<void> => {
  await ctx.run('write', service.storeDailyPoints);
  await ctx.run('write', service.storeCourseEffects);
};
