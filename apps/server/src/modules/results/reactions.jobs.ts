import { AppError } from '../../platform/errors.ts';
import { isAnonymous } from '../directory/public.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import type { JobPayload } from '../../job-table.ts';
import type { Tx } from '../../platform/db.ts';
import * as repo from './reactions.repo.ts';
import { reactionsOf, assignCourseToNext, writeMessage } from './reactions.service.ts';

/**
 * Sends the message and assigns the course to people at or past the marks of the campaign. Runs after results rose, any
 * number of times: each person gets the message and the course once. Test campaigns have no reactions.
 */
export const reactToResults = async (ctx: JobCtx, payload: JobPayload<'campaigns.react-to-results'>): Promise<void> => {
  const campaign = await ctx.run('read', (tx) => repo.findReactingCampaign(tx, payload.campaign_id));
  if (!campaign || campaign.is_testing) return;
  const wantedReactions = reactionsOf(campaign);
  if (wantedReactions.hasMessage && wantedReactions.theme)
    await repeatUntilEmpty(ctx, (tx) => writeMessage(tx, campaign, wantedReactions));
  if (!wantedReactions.hasAutoCourse || !campaign.course_id) return;
  // The list of learners would name the people who fell for the email.
  if (await ctx.run('read', isAnonymous)) return;
  try {
    await repeatUntilEmpty(ctx, (tx) => assignCourseToNext(tx, ctx.platform, campaign, wantedReactions));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'course.not_published')) throw error;
    // No reaction is marked as done, so the next run after the course is published assigns it.
    ctx.platform.log.warn({ campaign: campaign.id }, 'the course of a campaign is not published');
  }
};

/** Repeats a step, each time in its own transaction, until it has no people left. */
const repeatUntilEmpty = async (ctx: JobCtx, step: (tx: Tx) => Promise<number>): Promise<void> => {
  while (!ctx.signal.aborted && (await ctx.run('write', step)) > 0);
};
