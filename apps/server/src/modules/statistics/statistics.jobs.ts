import type { JobPayload } from '../../job-table.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import * as service from './refresh.service.ts';

/** Figures of people after something happened to them. Run twice, the second run changes nothing. */
export const refreshPeople = async (ctx: JobCtx, payload: JobPayload<'statistics.refresh-people'>): Promise<void> => {
  await ctx.run('write', (tx) => service.refreshPeople(tx, payload.employee_ids));
};

/** Figures of whoever got an email, ten seconds after it left. Run twice, the second run changes nothing. */
export const countSent = async (ctx: JobCtx, payload: JobPayload<'statistics.count-sent'>): Promise<void> => {
  await ctx.run('write', (tx) => service.countSent(tx, payload.campaign_id, payload.since));
};

/** The day's points. Run twice on a day, the later figures stand. */
export const storeDailyPoints = async (ctx: JobCtx): Promise<void> => {
  await ctx.run('write', service.storeDailyPoints);
};
