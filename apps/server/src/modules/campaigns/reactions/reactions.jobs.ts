import { AppError } from '../../../platform/errors.ts';
import type { JobCtx } from '../../../platform/jobs.ts';
import type { JobPayload } from '../../../job-table.ts';
import type { Tx } from '../../../platform/db.ts';
import * as repo from './reactions.repo.ts';
import { askedOf, giveCourse, writeMessage } from './reactions.service.ts';

/**
 * What a campaign's results lead to: the message and the course for those at or past the marks that were chosen. Runs
 * after results rose, as often as it likes: each person gets each of them once. Tests of a campaign lead to nothing.
 */
export const reactToResults = async (ctx: JobCtx, payload: JobPayload<'campaigns.react-to-results'>): Promise<void> => {
  const campaign = await ctx.run('read', (tx) => repo.findReactingCampaign(tx, payload.campaign_id));
  if (!campaign || campaign.is_testing) return;
  const asked = askedOf(campaign);
  if (asked.hasMessage && asked.theme) await inSteps(ctx, (tx) => writeMessage(tx, campaign, asked));
  if (!asked.hasAutoCourse || !campaign.course_id) return;
  try {
    await inSteps(ctx, (tx) => giveCourse(tx, ctx.platform, campaign, asked));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'course.not_published')) throw error;
    // Nothing was noted as done: once the course is published again, the next result makes up for it.
    ctx.platform.log.warn({ campaign: campaign.id }, 'the course of a campaign is not published');
  }
};

/** One transaction after the other, until there is nobody left. */
const inSteps = async (ctx: JobCtx, step: (tx: Tx) => Promise<number>): Promise<void> => {
  while (!ctx.signal.aborted && (await ctx.run('write', step)) > 0);
};
